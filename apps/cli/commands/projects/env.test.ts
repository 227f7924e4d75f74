import { expect, test } from 'vitest'
import { runForText } from '../../../../testing/cli/run-command.ts'
import { emptyProject } from '../../../../testing/cycles.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })

const world = async () => {
  const { owner } = await scene(server)
  const projectId = await emptyProject(owner)
  return (...words: string[]) => runForText(server, owner, ['env', ...words, '--project', projectId])
}

test('env set makes the first environment, changes it, and unset takes names out again', async () => {
  const env = await world()
  expect((await env('list')).said).toEqual([expect.stringContaining('env set NAME=value')])
  expect((await env('set', 'A=1', 'B=x=y', '--secret', 'KEY')).printed).toMatch(
    /^Default  \S+\n  A=1\n  B=x=y\n  KEY \(secret\)$/,
  )
  expect((await env('set', 'KEY=plain', 'A=')).printed).toMatch(/\n  A=\n  B=x=y\n  KEY=plain$/)
  expect((await env('unset', 'A', 'B')).printed).toMatch(/^Default  \S+\n  KEY=plain$/)
  expect((await env('unset', 'A')).failure).toMatchObject({ kind: 'absent', code: 'not_set' })
  expect((await env('set', 'noEquals')).failure).toMatchObject({ kind: 'usage' })
  expect((await env('set')).failure).toMatchObject({ kind: 'usage' })
  expect((await env('set', 'PATH=/tmp')).failure).toMatchObject({ kind: 'failed', details: { status: 400 } })
  expect((await env('list')).documents).toMatchObject([[{ label: 'Default', config: { variables: { KEY: 'plain' } } }]])
})

test('env on, off and delete name an environment; where several fit, one has to be named', async () => {
  const env = await world()
  expect((await env('off', 'Staging')).failure).toMatchObject({ kind: 'absent', code: 'no_environment' })
  await env('set', 'A=1', '--in', 'Staging')
  await env('set', 'A=2', '--in', 'Production')
  expect((await env('set', 'A=3')).failure).toMatchObject({ kind: 'usage', code: 'many_environments' })
  expect((await env('off', 'Staging')).printed).toMatch(/^Staging \(off\)/)
  expect((await env('on', 'Staging')).printed).toMatch(/^Staging  /)
  expect((await env('delete', 'Production')).printed).toBe('Production is deleted.')
  expect((await env('list')).printed).toMatch(/^Staging  \S+\n  A=1$/)
})
