import { expect, test } from 'vitest'
import { createProject, getProject, updateProject } from '../../../../domains/code/projects/contract.ts'
import { runForText } from '../../../../testing/cli/run-command.ts'
import type { Caller } from '../../../../testing/caller.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })

const run = (caller: Caller, ...words: string[]) => runForText(server, caller, ['project', ...words])

const shop = async () => {
  const { owner } = await scene(server)
  const { body } = await owner.call(createProject, { body: { name: 'Shop' } })
  const runtimeOf = async () =>
    (await owner.call(getProject, { id: body.id as string })).body.project.runtime as unknown
  return { owner, id: body.id as string, runtimeOf }
}

test('project set keeps settings that it does not name, and project show prints the commands', async () => {
  const { owner, id, runtimeOf } = await shop()
  await owner.call(updateProject, { id, body: { runtime: { region: 'eu', fetch: 'get' } } })
  const set = await run(
    owner,
    'set',
    '--project',
    'Shop',
    '--setup',
    'npm ci',
    '--check',
    'npm test',
    '--check',
    'lint=make',
  )
  expect(set.failure).toBeUndefined()
  const checks = [
    { name: 'test', command: 'npm test' },
    { name: 'lint', command: 'make' },
  ]
  expect(await runtimeOf()).toEqual({ region: 'eu', fetch: 'get', setup: 'npm ci', checks })
  const { printed, documents } = await run(owner, 'show', '--project', id)
  expect(printed).toBe('Shop\n  fetch    get\n  setup    npm ci\n  test     npm test\n  lint     make')
  expect(documents).toMatchObject([{ id, name: 'Shop', runtime: { setup: 'npm ci' } }])
})

test('project set --check keeps the report and the secrets of a check, and --review sets one policy after the other', async () => {
  const { owner, id, runtimeOf } = await shop()
  const report = { path: 'report.xml', format: 'junit' }
  const checks = [
    { name: 'test', command: 'make test', report, secrets: ['TOKEN'] },
    { name: 'lint', command: 'make lint' },
  ]
  await owner.call(updateProject, { id, body: { runtime: { checks, review: { weakened: 'refuse' } } } })
  const set = (...words: string[]) => run(owner, 'set', '--project', id, ...words)
  const { printed } = await set('--check', 'npm test', '--review', 'unverified=merge', '--review', 'model=required')
  expect(printed).toContain(
    '  test     npm test  (with TOKEN)\n  review   unverified merge, weakened refuse, model required',
  )
  expect(await runtimeOf()).toEqual({
    checks: [{ ...checks[0], command: 'npm test' }],
    review: { weakened: 'refuse', unverified: 'merge', model: 'required' },
  })
  expect((await set('--review', 'weakened=', '--review', 'model=')).printed).toContain('  review   unverified merge')
  expect(await runtimeOf()).toMatchObject({ review: { unverified: 'merge' } })
  for (const wrong of ['merge', 'other=merge', '=merge'])
    expect((await set('--review', wrong)).failure).toMatchObject({ kind: 'usage' })
  expect((await set('--approval', 'remind=24', '--approval', 'expire=168')).printed).toContain(
    '  approval remind 24 h, expire 168 h',
  )
  expect((await set('--approval', 'remind=0')).printed).toContain('  approval expire 168 h')
  expect(await runtimeOf()).toMatchObject({ approval: { remindEveryHours: 0, expireAfterHours: 168 } })
  for (const wrong of ['remind', 'expire=soon', 'last=3'])
    expect((await set('--approval', wrong)).failure).toMatchObject({ kind: 'usage' })
  expect((await set('--review', 'unverified=perhaps')).failure).toMatchObject({ details: { status: 400 } })
})

test('project set --derive goes back to the commands that the files show', async () => {
  const { owner, id, runtimeOf } = await shop()
  await owner.call(updateProject, { id, body: { runtime: { region: 'eu', setup: '', checks: [] } } })
  expect((await run(owner, 'show', '--project', id)).printed).toMatch(/setup {4}none/)
  const { printed } = await run(owner, 'set', '--project', id, '--derive')
  expect(printed).toMatch(/setup {4}what the lock file says/)
  expect(await runtimeOf()).toEqual({ region: 'eu' })
})

test('project set without anything to set changes nothing', async () => {
  const { owner, id, runtimeOf } = await shop()
  expect((await run(owner, 'set', '--project', id)).failure).toMatchObject({ kind: 'usage' })
  expect(await runtimeOf()).toEqual({})
})

test('project drop-setups reports the effect on the next cycle', async () => {
  const { owner, id } = await shop()
  const { printed, documents } = await run(owner, 'drop-setups', '--project', 'Shop')
  expect(printed).toBe('The kept packages of the project are dropped. Its next cycle fetches and installs them again.')
  expect(documents).toEqual([{ id, message: printed }])
})
