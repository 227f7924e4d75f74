import { retryPauseMs } from '../../../platform/waiting/index.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codeHostKinds, connectObstacle, pushState, repositoryNameProblem } from './rules.ts'

test('pauses after failed pushes grow from half a minute to an hour and never shrink', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), (attempts) => {
      expect(retryPauseMs(attempts)).toBeGreaterThanOrEqual(30_000)
      expect(retryPauseMs(attempts + 1)).toBeGreaterThanOrEqual(retryPauseMs(attempts))
      expect(retryPauseMs(attempts)).toBeLessThanOrEqual(3_600_000)
    }),
  )
})

test('a project is connected only without a connection, findings and active work, and with a history of its own', () => {
  fc.assert(
    fc.property(
      fc.boolean(),
      fc.boolean(),
      fc.nat(2),
      fc.boolean(),
      (isConnected, hasOwnHistory, findings, isActive) => {
        const isFree = !isConnected && hasOwnHistory && findings === 0 && !isActive
        const obstacle = connectObstacle({ isConnected, hasOwnHistory, findings, isActive })
        expect(obstacle === undefined).toBe(isFree)
      },
    ),
  )
})

test('a push is waiting until the head was looked at, and failing while there is an error', () => {
  expect(pushState({ error: null, seenRevisionId: null, headRevisionId: 'b' })).toBe('waiting')
  expect(pushState({ error: null, seenRevisionId: 'b', headRevisionId: 'b' })).toBe('pushed')
  expect(pushState({ error: 'It is down.', seenRevisionId: 'b', headRevisionId: 'b' })).toBe('failing')
})

test('a repository has a name of letters, digits and few signs in each part, and never only dots', () => {
  const wrong = [
    '',
    'acme',
    '/',
    'acme/',
    '/shop',
    'a//b',
    './b',
    'a/..',
    'a/b c',
    'a/b?c',
    'ä/b',
    `a/${'b'.repeat(100)}`,
  ]
  for (const name of [...wrong, 'a/b\n', 'a/..%2f', `a/${'b/'.repeat(120)}c`])
    expect(repositoryNameProblem('gitlab', name), name).toContain('has to be owner/name')
  fc.assert(
    fc.property(fc.string(), (name) => {
      if (repositoryNameProblem('gitlab', name) !== undefined) return
      const { pathname } = new URL(`https://git.example.com/${name}`)
      expect(pathname).toBe(`/${name}`)
    }),
  )
})

test('only GitLab has repositories in groups within groups', () => {
  for (const kind of codeHostKinds) expect(repositoryNameProblem(kind, 'acme/shop')).toBeUndefined()
  expect(repositoryNameProblem('gitlab', 'acme/web/shop')).toBeUndefined()
  for (const kind of ['github', 'gitea'] as const)
    expect(repositoryNameProblem(kind, 'acme/web/shop')).toContain('has to be owner/name')
})
