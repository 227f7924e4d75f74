import { describe, expect, test } from 'vitest'
import { auditOf } from '../../../testing/audit/audit-chain.ts'
import {
  administratorsOnly,
  makeAccount,
  makeAccountProject,
  seated,
  seatOf,
} from '../../../testing/clients/portals.ts'
import { crowd, racing } from '../../../testing/racing.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import {
  archiveClientAccount,
  createClientAccount,
  getClientAccount,
  listClientAccounts,
  updateClientAccount,
} from './contract/accounts.ts'
import { isLong } from '../../../testing/soak.ts'

const server = await testServer()

const globex = async () => {
  const world = await scene(server)
  const id = await makeAccount(world)
  return { scene: world, id, input: { id, body: { notes: 'Pays late' } } }
}
let made = 0
const nothingYet = async () => ({ scene: await scene(server), input: { body: { name: `Initech ${(made += 1)}` } } })
const withoutBody = async () => {
  const { scene: world, id } = await globex()
  return { scene: world, id, input: { id } }
}

describe('listClientAccounts', () => {
  test('200 lists accounts with counts to a member, newest first, archived ones on request', async () => {
    const { scene: world, id } = await withoutBody()
    const newer = await makeAccount(world, 'Initech')
    await makeAccountProject(world, newer)
    await seatOf(server, world, newer, world.clientId)
    const gone = await makeAccount(world, 'Gone')
    await world.owner.call(archiveClientAccount, { id: gone })
    const { status, body } = await world.member.call(listClientAccounts)
    expect([status, (body as { id: string }[]).map((one) => one.id)]).toEqual([200, [newer, id]])
    expect(body[0]).toMatchObject({ name: 'Initech', archivedAt: null, counts: { members: 1, projects: 1 } })
    const archived = await world.member.call(listClientAccounts, { query: { archived: 'true' } })
    expect(archived.body).toMatchObject([{ id: gone, archivedAt: expect.any(String) as string }])
  })

  test('200 continues after the last page', async () => {
    const { scene: world, id } = await withoutBody()
    const newer = await makeAccount(world, 'Initech')
    const first = await world.owner.call(listClientAccounts, { query: { limit: 1 } })
    const cursor = /cursor=([^&>]+)/.exec(first.headers.get('link')!)![1]!
    const second = await world.owner.call(listClientAccounts, { query: { limit: 1, cursor } })
    expect([first.body, second.body]).toMatchObject([[{ id: newer }], [{ id }]])
    expect(second.headers.get('link')).toBeNull()
  })

  test('200 with an empty list for a key restricted to projects', async () => {
    const { scene: world, id } = await withoutBody()
    const { caller } = await world.join('owner', { projectIds: [id] })
    expect(await caller.call(listClientAccounts)).toMatchObject({ status: 200, body: [] })
  })
})

describe('createClientAccount', () => {
  administratorsOnly(server, createClientAccount, nothingYet)

  test('201 creates an account, with an audit row and an event', async () => {
    const world = await scene(server)
    const body = { name: 'Globex', billingEmail: 'money@globex.example', notes: 'Net 30' }
    const reply = await world.owner.call(createClientAccount, { body })
    expect(reply).toMatchObject({ status: 201, body: { ...body, archivedAt: null } })
    const id = reply.body.id as string
    expect(await auditOf(server, world.workspace, id)).toMatchObject([
      { action: 'client_account.create', category: 'create', details: { name: 'Globex' } },
    ])
    expect(await world.eventNames(id)).toEqual(['client_account.created'])
  })

  test('409 for a name in use, in any case', async () => {
    const { scene: world } = await withoutBody()
    const reply = await unchanged(server, () => world.owner.call(createClientAccount, { body: { name: 'GLOBEX' } }))
    expectError(reply, 409, 'client_account_name_taken')
  })

  test('201 for a name of another workspace or of an archived account', async () => {
    const { scene: world, id } = await withoutBody()
    const [neighbour] = await Promise.all([scene(server), world.owner.call(archiveClientAccount, { id })])
    for (const { owner } of [world, neighbour])
      expect((await owner.call(createClientAccount, { body: { name: 'Globex' } })).status).toBe(201)
  })

  test('201 for one of concurrent callers with one name, 409 for the others', async () => {
    const world = await scene(server)
    const call = () => world.owner.call(createClientAccount, { body: { name: 'Globex' } })
    expect((await racing(crowd, call)).statuses).toEqual({ 201: 1, 409: crowd - 1 })
    expect(await world.rows('client_account')).toHaveLength(1)
  })

  test('400 lists every invalid field', async () => {
    const world = await scene(server)
    const body = { name: '', billingEmail: 'nobody', notes: 'x'.repeat(5_001) }
    const reply = await unchanged(server, () => world.owner.call(createClientAccount, { body }))
    const paths = (reply.body.fields as { path: string }[]).map(({ path }) => path)
    expect([...new Set(paths)].sort()).toEqual(['billingEmail', 'name', 'notes'])
  })
})

describe('getClientAccount', () => {
  test('200 for the agency, archived or not', async () => {
    const { scene: world, id } = await withoutBody()
    expect(await world.member.call(getClientAccount, { id })).toMatchObject({ status: 200, body: { name: 'Globex' } })
    await world.owner.call(archiveClientAccount, { id })
    expect((await world.member.call(getClientAccount, { id: id.toUpperCase() })).body).toMatchObject({ id })
  })
})

describe('updateClientAccount', () => {
  administratorsOnly(server, updateClientAccount, globex)

  test('200 changes the named fields and keeps the others; null clears', async () => {
    const { scene: world, id } = await globex()
    const named = { name: 'Globex GmbH', billingEmail: 'a@globex.example' }
    expect((await world.owner.call(updateClientAccount, { id, body: named })).body).toMatchObject(named)
    const { body } = await world.owner.call(updateClientAccount, { id, body: { billingEmail: null } })
    expect(body).toMatchObject({ name: 'Globex GmbH', billingEmail: null })
    expect((await auditOf(server, world.workspace, id)).map(({ details }) => details.fields)).toEqual([
      undefined,
      ['name', 'billingEmail'],
      ['billingEmail'],
    ])
    expect(await world.eventNames(id)).toEqual([
      'client_account.created',
      'client_account.updated',
      'client_account.updated',
    ])
  })

  test('409 for a name in use, and for an archived account', async () => {
    const { scene: world, id } = await globex()
    const other = await makeAccount(world, 'Initech')
    const taken = await unchanged(server, () =>
      world.owner.call(updateClientAccount, { id, body: { name: 'initech' } }),
    )
    expectError(taken, 409, 'client_account_name_taken')
    await world.owner.call(archiveClientAccount, { id: other })
    const late = await unchanged(server, () =>
      world.owner.call(updateClientAccount, { id: other, body: { notes: 'x' } }),
    )
    expectError(late, 409, 'client_account_archived')
  })
})

describe('archiveClientAccount', () => {
  administratorsOnly(server, archiveClientAccount, withoutBody)

  test('200 removes seats with their grants and memberships; projects and other seats stay', async () => {
    const { scene: world, accountId, projectId, userId, holder } = await seated(server)
    const other = await makeAccount(world, 'Initech')
    await seatOf(server, world, accountId, world.clientId)
    await seatOf(server, world, other, world.clientId)
    const { status, body } = await world.owner.call(archiveClientAccount, { id: accountId })
    expect([status, body]).toMatchObject([200, { id: accountId, archivedAt: expect.any(String) as string }])
    expect(await world.rows('seat')).toMatchObject([{ client_account_id: other, user_id: world.clientId }])
    const places = (await world.rows('membership')).map((row) => row.user_id)
    expect([places.includes(userId), places.includes(world.clientId)]).toEqual([false, true])
    expect((await holder.call(listClientAccounts)).status).toBe(401)
    expect((await world.rows('project')).map((row) => [row.id, row.client_account_id])).toEqual([
      [projectId, accountId],
    ])
    expect((await auditOf(server, world.workspace, accountId)).at(-1)).toMatchObject({
      action: 'client_account.archive',
      severity: 'notice',
      details: { name: 'Globex', seats: 2 },
    })
    expect((await world.eventNames(accountId)).at(-1)).toBe('client_account.archived')
  })

  test.runIf(isLong)('200 for one of concurrent callers, 409 for the others', async () => {
    const { scene: world, id } = await withoutBody()
    const call = () => world.owner.call(archiveClientAccount, { id })
    expect((await racing(crowd, call)).statuses).toEqual({ 200: 1, 409: crowd - 1 })
    expect(await world.auditActions(id)).toEqual(['client_account.create', 'client_account.archive'])
    expectError(await unchanged(server, call), 409, 'client_account_archived')
  })
})
