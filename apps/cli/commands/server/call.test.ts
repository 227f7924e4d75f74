import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { afterTest } from '../../../../testing/after-test.ts'
import type { Caller } from '../../../../testing/caller.ts'
import { runCommand } from '../../../../testing/cli/run-command.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })

const call = (caller: Caller, ...words: string[]) => runCommand(server, caller, ['call', ...words])

test('call sends fields of the path, the query and the body, and prints the answer', async () => {
  const { member } = await scene(server)
  const added = await call(member, 'addGrowthSuppressions', 'entries=["ada@example.com"]')
  expect(added.documents).toMatchObject([{ added: [{ value: 'ada@example.com' }], alreadyListed: 0 }])
  expect(JSON.parse(added.printed.join('\n'))).toEqual(added.documents[0])
  const listed = await call(member, 'listGrowthSuppressions', 'address=ada@example.com', 'limit=5')
  const [[entry]] = listed.documents as [[{ id: string }]]
  const removed = await call(member, 'removeGrowthSuppression', `suppressionId=${entry.id}`)
  expect(removed.documents).toEqual([{ deleted: true }])
})

test('call sends a file as the body', async () => {
  const { member } = await scene(server)
  const folder = await mkdtemp(join(tmpdir(), 'atelier-test-call-'))
  afterTest(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'body.json'), '{"entries":["example.org"]}')
  const added = await call(member, 'addGrowthSuppressions', '--body', join(folder, 'body.json'))
  expect(added.documents).toMatchObject([{ added: [{ kind: 'domain' }] }])
  await writeFile(join(folder, 'body.json'), '{')
  const broken = await call(member, 'addGrowthSuppressions', '--body', join(folder, 'body.json'))
  expect(broken.failure).toMatchObject({ kind: 'usage' })
})

test('call writes bytes to a file', async () => {
  const { member } = await scene(server)
  const folder = await mkdtemp(join(tmpdir(), 'atelier-test-call-'))
  afterTest(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'aging.csv')
  expect((await call(member, 'exportAgingReport', '--out', file)).failure).toBeUndefined()
  expect(await readFile(file, 'utf8')).toContain('\r\n')
})

test('the help of call has the fields of the contract', async () => {
  const { member } = await scene(server)
  const { printed } = await call(member, 'updateGrowthLead', '--help')
  expect(printed[0]).toMatch(/ call updateGrowthLead <field=value\.\.\.>$/)
  expect(printed).toContain('PATCH /v1/api/growth/leads/{leadId}')
  expect(printed).toContainEqual(expect.stringMatching(/^ {2}leadId +text, required: /))
  expect(printed).toContainEqual(expect.stringMatching(/^ {2}status .*\| new \| /))
})

test.each([
  ['an operation that the server does not have', ['frobnicate'], 'no_operation'],
  ['a field that the operation does not have', ['listGrowthSuppressions', 'colour=red'], 'usage'],
  ['a missing field of the path', ['removeGrowthSuppression'], 'usage'],
  ['a value that is not JSON', ['addGrowthSuppressions', 'entries=ada'], 'usage'],
  ['a body for an operation without one', ['listGrowthSuppressions', '--body', 'body.json'], 'usage'],
])('call refuses %s', async (_name, words, code) => {
  const { member } = await scene(server)
  expect((await call(member, ...words)).failure).toMatchObject({ code })
})
