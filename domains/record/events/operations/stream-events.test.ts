import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { isLong } from '../../../../testing/soak.ts'
import { revoke } from '../../../../platform/access/index.ts'
import { record, type ActivityEvent } from '../../../../platform/audit/index.ts'
import type { Database } from '../../../../platform/db/database.ts'
import { callerOf, type Caller } from '../../../../testing/caller.ts'
import { emptyProject } from '../../../../testing/cycles.ts'
import { framesOf } from '../../../../testing/network/frames.ts'
import { listenAgain } from '../../../../testing/network/listener.ts'
import { makeAccount, makeAccountProject, seatOf } from '../../../../testing/clients/portals.ts'
import { scene, type Scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { asOwner } from '../../../../testing/database-state.ts'
import { removeClientPortalMember } from '../../../accounts/clients/contract/portals.ts'
import { deleteProject } from '../../../code/projects/contract.ts'
import { listEvents, streamEvents } from '../contract.ts'

// Nothing runs here: the test itself records the events.
const server = await testServer({ ATELIER_ROLE: 'server' })

type EventInput = Partial<ActivityEvent> & { readonly name: string }

/** Records events in one transaction each, in this order. */
const happen = async ({ workspace }: Scene, ...events: readonly EventInput[]) => {
  for (const event of events)
    await server.database.within(workspace, async (tx) =>
      record(tx, undefined, { entity: ['project', uuidv7()], ...event }),
    )
}
const ofTask = (projectId: string, event: EventInput): EventInput => ({
  entity: ['task', uuidv7()],
  projectId,
  cycleId: uuidv7(),
  ...event,
})

/** A stream behind its first frame, with the position of that. */
const opened = async (caller: Caller, given: Parameters<Caller['open']>[1] = {}) => {
  const frames = framesOf(await caller.open(streamEvents, given))
  const { value } = await frames.next()
  expect(value).toMatchObject({ event: 'ready', id: expect.any(String) as string })
  const { id, data } = value as { id: string; data: { position: number } }
  expect(id).toBe(String(data.position))
  return {
    frames,
    from: id,
    next: async () => (await frames.next()).value as { event: string; id: string; data: never },
  }
}
const resumed = (caller: Caller, id: string) => opened(caller, { headers: { 'last-event-id': id } })
/** The names of the next events. */
const names = async ({ next }: Awaited<ReturnType<typeof opened>>, count: number) => {
  const found: string[] = []
  while (found.length < count) found.push((await next()).event)
  return found
}

test('200 begins with the next event, as listEvents shows it, and resumes behind any event', async () => {
  const at = await scene(server)
  await happen(at, { name: 'a.before' })
  const stream = await opened(at.member)
  const told = { name: 'b.first', payload: { note: 'whole' }, traceId: 'ab'.repeat(16) }
  await happen(at, told, { name: 'c.second' }, { name: 'd.third' })
  const first = await stream.next()
  const { body } = await at.member.call(listEvents, { query: { eventType: 'b.first' } })
  expect([first.event, first.id, [first.data]]).toEqual(['b.first', '2', body])
  expect(first.data).toMatchObject({ payload: told.payload, traceId: told.traceId })
  expect(await names(stream, 2)).toEqual(['c.second', 'd.third'])
  expect(await names(await resumed(at.member, first.id), 2)).toEqual(['c.second', 'd.third'])
  // Nothing had happened yet, and still nothing is missed.
  expect(await names(await resumed(at.member, stream.from), 3)).toEqual(['b.first', 'c.second', 'd.third'])
  expect(await names(await opened(at.member, { query: { after: 0 } }), 4)).toContain('a.before')
  const both = await opened(at.member, { query: { after: 0 }, headers: { 'last-event-id': '3' } })
  expect(await names(both, 1)).toEqual(['d.third'])
})

test('200 behind a position that the workspace has not reached begins with the next event', async () => {
  const at = await scene(server)
  await happen(at, { name: 'a.before' })
  for (const id of ['900', 'nonsense']) {
    const stream = await resumed(at.owner, id)
    expect(stream.from).toBe(String((await at.rows('activity_event')).length))
    await happen(at, { name: 'b.next' })
    expect(await names(stream, 1)).toEqual(['b.next'])
  }
})

test('200 shows a client the work on shared projects, without details, and a neighbour nothing', async () => {
  const [at, neighbour] = await Promise.all([scene(server), scene(server)])
  const mine = await emptyProject(at.owner)
  const other = await emptyProject(at.owner)
  await at.grant(mine, at.clientId, 'view')
  const steering = await at.join('client')
  await at.grant(mine, steering.userId, 'steer')
  const [client, agency, theirs] = await Promise.all([at.client, at.owner, neighbour.owner].map((one) => opened(one)))
  const steered = await opened(steering.caller)
  const secret = { payload: { note: 'planted' } }
  const asked = (requiredActor: string) =>
    ofTask(mine, {
      name: 'pending_request.created',
      entity: ['pending_request', uuidv7()],
      payload: { ...secret.payload, requiredActor },
    })
  const hidden: readonly EventInput[] = [
    ofTask(other, { name: 'task.merged', ...secret }),
    asked('agency'),
    ofTask(mine, { name: 'deliverable.updated', entity: ['deliverable', uuidv7()], ...secret }),
    ofTask(mine, { name: 'budget.warned', entity: ['budget', uuidv7()], ...secret }),
    { name: 'secret.updated', projectId: mine, ...secret },
    { name: 'environment.updated', projectId: mine, ...secret },
    { name: 'project.updated', projectId: mine, ...secret },
    { name: 'member.joined', ...secret },
    { name: 'person.changed', ...secret },
  ]
  const question = asked('client')
  const shown: readonly EventInput[] = [
    ofTask(mine, { name: 'task.failed', payload: { status: 'failed', failure: { message: 'planted' } } }),
    ofTask(mine, { name: 'deliverable.published', entity: ['deliverable', uuidv7()], ...secret }),
    ofTask(mine, { name: 'cycle.messaged', entity: ['cycle_message', uuidv7()], ...secret }),
    { name: 'project.messaged', entity: ['project_message', uuidv7()], projectId: mine, ...secret },
  ]
  await happen(at, ...hidden, question, ...shown)
  await happen(neighbour, { name: 'a.theirs' })
  const told = [await client!.next(), await client!.next(), await client!.next(), await client!.next()]
  expect(told.map(({ event }) => event)).toEqual(shown.map(({ name }) => name))
  expect(told.map(({ data }) => (data as { payload: object }).payload)).toEqual([{ status: 'failed' }, {}, {}, {}])
  // A person who may only view is asked nothing, and does not learn of the question.
  const first = await steered.next()
  expect([first.event, (first.data as { payload: object }).payload]).toEqual(['pending_request.created', {}])
  expect(JSON.stringify([told, first])).not.toMatch(/planted/)
  const all = [...hidden, question, ...shown].map(({ name }) => name)
  expect(await names(agency!, all.length)).toEqual(all)
  expect(await names(theirs!, 1)).toEqual(['a.theirs'])
})

test('200 shows a client what becomes of issued invoices of the accounts in which they have a seat, until it ends', async () => {
  const at = await scene(server)
  const own = await makeAccount(at)
  const other = await makeAccount(at, 'Initech')
  await seatOf(server, at, own, at.clientId)
  const granted = await at.join('client')
  const billed = await makeAccountProject(at, own)
  await at.grant(billed, granted.userId, 'steer')
  const [client, grant] = await Promise.all([at.client, granted.caller].map((one) => opened(one)))
  const about = (name: string, payload: object = {}): EventInput => ({
    name,
    entity: ['client_invoice', uuidv7()],
    payload: { ...payload, note: 'planted' },
  })
  await happen(
    at,
    about('client_invoice.issued', { clientAccountId: other }),
    about('client_invoice.drafted', { clientAccountId: own }),
    about('client_invoice.payment_raised', { clientAccountId: own }),
    about('client_invoice.voided'),
    about('client_invoice.issued', { clientAccountId: own }),
    about('client_invoice.paid', { clientAccountId: own }),
  )
  const told = [await client!.next(), await client!.next()]
  expect(told.map(({ event }) => event)).toEqual(['client_invoice.issued', 'client_invoice.paid'])
  expect(told.map(({ data }) => (data as { payload: object }).payload)).toEqual([{}, {}])
  await at.owner.call(removeClientPortalMember, { id: own, userId: at.clientId })
  await happen(at, about('client_invoice.voided', { clientAccountId: own }), { name: 'a.later' })
  expect(await client!.frames.next()).toMatchObject({ done: true })
  // A grant on a project that is billed reveals nothing of invoices.
  await happen(at, ofTask(billed, { name: 'task.queued' }))
  expect(await names(grant!, 1)).toEqual(['task.queued'])
})

test('200 shows a key that names projects only theirs', async () => {
  const at = await scene(server)
  const mine = uuidv7()
  const other = uuidv7()
  const { caller } = await at.join('member', { projectIds: [mine] })
  const stream = await opened(caller)
  await happen(at, { name: 'a.other', projectId: other }, { name: 'a.none' }, { name: 'a.mine', projectId: mine })
  expect(await names(stream, 1)).toEqual(['a.mine'])
})

test('a client whose share was removed receives no later event of it, and comes back to the rest', async () => {
  const at = await scene(server)
  const kept = await emptyProject(at.owner)
  const taken = await emptyProject(at.owner)
  for (const id of [kept, taken]) await at.grant(id, at.clientId, 'view')
  const client = await opened(at.client)
  const agency = await opened(at.owner)
  await happen(at, ofTask(taken, { name: 'task.queued' }))
  const { id } = await client.next()
  await server.database.within(at.workspace, async (tx) => {
    const text = 'delete from project_grant where user_id = $1 and project_id = $2'
    await tx.query({ text, values: [at.clientId, taken] })
    revoke(tx, { userIds: [at.clientId], workspaceId: at.workspace })
  })
  await happen(at, ofTask(taken, { name: 'task.merged' }), ofTask(kept, { name: 'task.done' }))
  expect(await client.frames.next()).toMatchObject({ done: true })
  expect(await names(agency, 3)).toEqual(['task.queued', 'task.merged', 'task.done'])
  expect(await names(await resumed(at.client, id), 1)).toEqual(['task.done'])
})

test.runIf(isLong)(
  'a client’s stream ends without a notification: with a new share, and with its project',
  async () => {
    const at = await scene(server)
    const projectId = await emptyProject(at.owner)
    const none = await opened(at.client)
    await at.grant(projectId, at.clientId, 'view')
    expect(await none.frames.next()).toMatchObject({ done: true })
    const one = await resumed(at.client, none.from)
    await happen(at, ofTask(projectId, { name: 'task.queued' }))
    expect(await names(one, 1)).toEqual(['task.queued'])
    await at.owner.call(deleteProject, { id: projectId })
    expect(await one.frames.next()).toMatchObject({ done: true })
  },
)

test('a stream ends when its key is revoked, and others stay open', async () => {
  const at = await scene(server)
  const { caller, keyId } = await at.join('member')
  const theirs = await opened(caller)
  const others = await opened(at.owner)
  await asOwner(server, 'update api_key set revoked_at = now(), revoked_by = user_id where id = $1', [keyId])
  expect(await theirs.frames.next()).toMatchObject({ done: true })
  await happen(at, { name: 'a.later' })
  expect(await names(others, 1)).toEqual(['a.later'])
})

test('readers of the agency and clients of different projects cost one read per event together', async () => {
  const at = await scene(server)
  const one = await emptyProject(at.owner)
  const two = await emptyProject(at.owner)
  const other = await at.join('client')
  await at.grant(one, at.clientId, 'view')
  await at.grant(two, other.userId, 'view')
  let reads = 0
  const { database } = server.parts
  const reading: Database['reading'] = (workspace, work) => {
    reads += 1
    return database.reading(workspace, work)
  }
  const url = await listenAgain(server, { database: { ...database, reading } })
  const again = ({ key }: Caller) => opened(callerOf(url, key))
  const agency = await Promise.all(Array.from({ length: 20 }, () => again(at.owner)))
  const clients = await Promise.all([again(at.client), again(other.caller)])
  reads = 0
  for (const name of ['task.queued', 'task.building', 'task.merged']) {
    await happen(at, ofTask(one, { name }), ofTask(two, { name }))
    for (const stream of agency) expect(await names(stream, 2)).toEqual([name, name])
    for (const stream of clients) expect(await names(stream, 1)).toEqual([name])
  }
  // Six events, and each second one look at the clients' grants; 22 separate readers would read 132 times.
  expect(reads).toBeLessThan(40)
})

test.each([
  [{ after: -1 }, 'minimum'],
  [{ after: 'x' }, 'type'],
])('400 for %j', async (query, rule) => {
  const { owner } = await scene(server)
  expect(await owner.call(streamEvents, { query })).toMatchObject({
    status: 400,
    body: { code: 'invalid_request', fields: [{ path: 'after', rule }] },
  })
})
