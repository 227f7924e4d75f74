import { expect, test } from 'vitest'
import { createProject } from '../../../../domains/code/projects/contract.ts'
import type { Caller } from '../../../../testing/caller.ts'
import { runCommand } from '../../../../testing/cli/run-command.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { webhookReceiver } from '../../../../testing/webhooks/webhooks.ts'

const receiver = await webhookReceiver()
const server = await testServer({ ATELIER_FETCH_PRIVATE_HOSTS: receiver.host })

const run = (caller: Caller, ...words: string[]) => runCommand(server, caller, ['webhooks', ...words])

const newestOf = async (owner: Caller, id: string) =>
  ((await run(owner, 'deliveries', id, '--limit', '1')).documents[0] as { id: string }[])[0]

test('webhooks are added, tested, followed, replayed, rotated and removed', async () => {
  const { owner, member } = await scene(server)
  const { body: project } = await owner.call(createProject, { body: { name: 'Shop' } })
  const added = await run(owner, 'add', `${receiver.url}/cli`, '--event', 'project.*', '--project', 'Shop')
  const [{ id }] = added.documents as [{ id: string }]
  expect(added.documents).toMatchObject([{ eventTypes: ['project.*'], projectIds: [project.id] }])
  expect(added.printed.at(-1)).toMatch(/^ {2}secret whsec_/)
  expect(added.printed.join('\n')).toContain('project.* of ')
  const tested = await run(owner, 'test', id)
  expect([tested.failure, tested.printed.at(-1)]).toEqual([undefined, 'The message has arrived.'])
  receiver.answer('/cli', (response) => response.writeHead(500).end('not now'))
  const failing = await run(owner, 'test', id.slice(-8))
  expect(failing.failure).toMatchObject({ code: 'webhook_test_failed' })
  expect(failing.printed.join('\n')).toContain('not now')
  receiver.answer('/cli', (response) => response.end())
  await run(owner, 'set', id, '--every-event', '--every-project', '--description', 'All')
  await owner.call(createProject, { body: { name: 'Other' } })
  await expect.poll(() => newestOf(owner, id)).toMatchObject({ kind: 'event', status: 'delivered' })
  const newest = await newestOf(owner, id)
  const one = await run(owner, 'deliveries', id, newest!.id)
  expect(one.documents).toMatchObject([{ attemptLog: [{ number: 1, responseStatus: 200 }] }])
  const replayed = await run(owner, 'replay', id, newest!.id)
  expect(replayed.printed).toEqual([expect.stringMatching(/^It is sent again as delivery /)])
  const period = await run(owner, 'replay', id, '--from', '2026-01-01T00:00:00Z')
  expect(period.printed).toEqual([
    expect.stringMatching(/^Events from 2026-01-01T00:00:00.000Z until .* are sent again/),
  ])
  expect((await run(owner, 'replay', id)).failure).toMatchObject({ kind: 'usage' })
  expect((await run(owner, 'rotate', id, '--overlap', '1')).printed.at(-1)).toMatch(/^ {2}secret whsec_/)
  expect((await run(owner, 'disable', id)).printed[0]).toContain('off by a person')
  expect((await run(owner, 'enable', id)).printed[0]).toMatch(/ · on/)
  expect((await run(owner)).printed.join('\n')).toContain('every event of every project · All')
  expect((await run(member)).failure).toBeDefined()
  expect((await run(owner, 'remove', id)).documents).toEqual([{ deleted: true }])
  expect((await run(owner)).printed).toEqual(['The workspace has no webhooks.'])
})
