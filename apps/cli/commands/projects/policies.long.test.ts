import { expect, test } from 'vitest'
import { createProject, updateProject } from '../../../../domains/code/projects/contract.ts'
import { runCommand } from '../../../../testing/cli/run-command.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })

test('policies are set for the workspace, shown with their source, and a project goes back to inheriting', async () => {
  const at = await scene(server)
  const { body } = await at.owner.call(createProject, { body: { name: 'Shop' } })
  const run = (...words: string[]) => runCommand(server, at.owner, ['policies', ...words])
  const line = (name: string, value: string, from: string) => `${name.padEnd(18)} ${value.padEnd(9)} the ${from}`
  const set = await run('set', '--requires-approval', 'yes', '--review', 'unverified=refuse', '--approval', 'remind=24')
  expect([set.failure, set.printed]).toEqual([
    undefined,
    [
      line('requires-approval', 'yes', 'workspace'),
      line('shown', 'ask', 'instance'),
      line('checked', 'ask', 'instance'),
      line('unverified', 'refuse', 'workspace'),
      line('weakened', 'ask', 'instance'),
      line('model', 'on', 'instance'),
      line('probes', 'on', 'instance'),
      line('examiner', 'shown', 'instance'),
      line('packages', 'named', 'instance'),
      line('remind', '24 h', 'workspace'),
      line('expire', 'never', 'instance'),
      line('delivery', 'nothing', 'instance'),
    ],
  ])
  const own = { requiresApproval: false, runtime: { setup: 'make', review: { unverified: 'merge' } } }
  expect((await at.owner.call(updateProject, { id: body.id as string, body: own })).status).toBe(200)
  const shop = ['--project', 'Shop']
  expect((await run('show', ...shop)).printed.slice(0, 5)).toEqual([
    line('requires-approval', 'no', 'project'),
    line('shown', 'ask', 'instance'),
    line('checked', 'ask', 'instance'),
    line('unverified', 'merge', 'project'),
    line('weakened', 'ask', 'instance'),
  ])
  expect((await run('inherit', ...shop)).printed).toEqual(set.printed)
  const less = await run('set', '--requires-approval', 'unset', '--review', 'unverified=', '--approval', 'remind=')
  expect(less.documents).toMatchObject([{ requiresApproval: null, review: {}, approval: {} }])
  expect((await run('set')).failure).toMatchObject({ kind: 'usage' })
  expect((await run('set', '--review', 'taste=good')).failure).toMatchObject({ kind: 'usage' })
})
