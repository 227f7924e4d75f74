import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isNamedInRegistry, planChange } from './change.ts'

test.each([
  ['express', undefined],
  ['@scope/name', '^1.2.0'],
  ['example.com/module/v2', 'v2.1.0'],
  ['vendor/package', '>=1.0 <2.0'],
  ['serde', '1 || 2.x'],
  ['tiny', 'latest'],
])('%s with the range %s is named as a registry names it', (name, range) => {
  expect(isNamedInRegistry({ name, range })).toBe(true)
})

test.each([
  ['--registry', undefined],
  ['-g', undefined],
  ['../outside', undefined],
  ['./here', undefined],
  ['/etc/passwd', undefined],
  ['git+https://example.com/x', undefined],
  ['https://example.com/x.tgz', undefined],
  ['a b', undefined],
  ['a;b', undefined],
  ['a$(b)', undefined],
  ['a', 'file:../x'],
  ['a', 'npm:other@1'],
  ['a', 'https://example.com/x.tgz'],
  ['a', 'git+ssh://x'],
  ['a', 'github:x/y'],
  ['a', 'x/y'],
  ['a', '$(id)'],
  ['a', '1\n2'],
  ['a', '--force'],
  ['', undefined],
  ['a'.repeat(300), undefined],
])('%s with the range %s is refused', (name, range) => {
  expect(isNamedInRegistry({ name, range })).toBe(false)
})

const npm = new Map([
  ['package.json', '{}'],
  ['package-lock.json', '{}'],
])

test('a command never holds the text of an agent', () => {
  const action = fc.constantFrom('add' as const, 'remove' as const, 'update' as const)
  const word = fc.stringMatching(/^[a-z][a-z0-9]{6,20}zq$/)
  const change = fc.record({ action, name: word, range: fc.option(word, { nil: undefined }), dev: fc.boolean() })
  fc.assert(
    fc.property(change, (asked) => {
      const { fetch } = planChange(npm, asked)!
      expect(fetch!.command).not.toContain('zq')
      expect(fetch!.environment).toMatchObject({ ATELIER_PACKAGE: asked.name, ATELIER_RANGE: asked.range ?? '' })
    }),
  )
})

test.each(['add', 'remove', 'update'] as const)(
  'npm is asked to %s without installing and without scripts',
  (action) => {
    expect(planChange(npm, { action, name: 'a' })!.fetch!.command).toMatch(/--package-lock-only --ignore-scripts/)
  },
)

test('a project without such a package manager has no plan', () => {
  expect(planChange(new Map([['requirements.txt', 'a\n']]), { action: 'add', name: 'b' })).toBeUndefined()
})

test('a hostile range is refused in time that grows with its size', () => {
  expect(isNamedInRegistry({ name: 'a', range: `${'1 '.repeat(105)}!` })).toBe(false)
})
