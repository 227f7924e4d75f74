import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { auditOf, wholeChain } from '../../../testing/audit/audit-chain.ts'
import { emptyProject } from '../../../testing/cycles.ts'
import {
  absentAlike,
  administratorsOnly,
  makeAccount,
  makeAccountProject,
  openPortalOf,
  seatOf,
  tokenOf,
} from '../../../testing/clients/portals.ts'
import { crowd, racing } from '../../../testing/racing.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { publishWorkspaceBrandKit } from '../brand/contract.ts'
import { archiveClientAccount } from './contract/accounts.ts'
import { deleteProject } from '../../code/projects/contract.ts'
import {
  inviteClientPortalMember,
  inviteWorkspacePortalClient,
  listClientPortalInvitations,
  removeClientPortalMember,
  revokeClientPortalInvitation,
  revokeWorkspacePortalInvitation,
} from './contract/portals.ts'

const server = await testServer()

let people = 0
const newEmail = () => `ana${(people += 1)}@globex.example`

const globex = async () => {
  const world = await scene(server)
  await openPortalOf(world)
  const id = await makeAccount(world)
  return { scene: world, id, input: { id, body: { email: newEmail() } as object } }
}
const invited = async () => {
  const { scene: world, id } = await globex()
  const email = newEmail()
  const reply = await world.owner.call(inviteClientPortalMember, { id, body: { email } })
  expect(reply.status).toBe(201)
  return { scene: world, id, email, reply, input: { id, invitationId: reply.body.id as string } }
}

describe('inviteClientPortalMember', () => {
  administratorsOnly(server, inviteClientPortalMember, globex)

  test('201 returns the link once, and sends the same link by mail only', async () => {
    const { scene: world, id } = await globex()
    const projectId = await makeAccountProject(world, id)
    const email = 'Ana.Souza@Globex.example'
    const body = { email, canCreateProjects: true, projectGrants: [{ projectId, canSteer: true }] }
    const reply = await world.owner.call(inviteClientPortalMember, { id, body })
    expect(reply).toMatchObject({
      status: 201,
      body: { ...body, clientAccountId: id, role: 'client', status: 'pending', acceptedAt: null, emailSent: false },
    })
    const days = (Date.parse(reply.body.expiresAt as string) - Date.parse(reply.body.createdAt as string)) / 86_400_000
    expect(days).toBe(14)
    const token = tokenOf(reply)
    expect(token).toMatch(/^[\w-]{43}$/)
    const folder = join(server.dataFolder, 'outbox')
    const mails = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')))
    expect(mails.filter((mail) => mail.replaceAll('=\r\n', '').includes(token))).toHaveLength(1)
    const tables = await asOwner(
      server,
      `select (select json_agg(t) from portal_invitation t)::text
      || (select json_agg(t) from portal_token t)::text || (select json_agg(a.details) from audit_row a)::text as all`,
    )
    expect(String(tables[0]!.all)).not.toContain(token)
    const [listed] = (await world.owner.call(listClientPortalInvitations, { id })).body as object[]
    expect(listed).not.toHaveProperty('acceptUrl')
  })

  test('201 leaves one audit row without the link, and one event', async () => {
    const { scene: world, id, email, reply, input } = await invited()
    const [row] = await auditOf(server, world.workspace, input.invitationId)
    expect(row).toMatchObject({ action: 'seat.invite', category: 'create', details: { email, replaced: [] } })
    expect(JSON.stringify(await wholeChain(server, world.workspace))).not.toContain(tokenOf(reply))
    expect(await world.eventNames(input.invitationId)).toEqual(['portal_invitation.created'])
    expect((await world.rows('portal_invitation'))[0]).toMatchObject({ client_account_id: id })
  })

  test('201 replaces an open invitation of the same address, in any spelling', async () => {
    const { scene: world, id, email } = await invited()
    const again = await world.owner.call(inviteClientPortalMember, { id, body: { email: email.toUpperCase() } })
    expect(again.status).toBe(201)
    const { body } = await world.owner.call(listClientPortalInvitations, { id })
    expect((body as { status: string }[]).map(({ status }) => status)).toEqual(['pending', 'revoked'])
  })

  test('201 for concurrent callers that invite one address: one invitation stays open', async () => {
    const { scene: world, id, input } = await globex()
    const { statuses } = await racing(crowd / 4, () => world.owner.call(inviteClientPortalMember, input))
    expect(statuses).toEqual({ 201: crowd / 4 })
    const { body } = await world.owner.call(listClientPortalInvitations, { id })
    expect((body as { status: string }[]).filter(({ status }) => status === 'pending')).toHaveLength(1)
  })

  test('400 for a project that is named twice; 404 for unassigned, deleted and foreign projects, and projects of another account', async () => {
    const [{ scene: world, id }, neighbour] = await Promise.all([globex(), globex()])
    const own = await makeAccountProject(world, id)
    const gone = await makeAccountProject(world, id)
    await world.owner.call(deleteProject, { id: gone })
    const others = [
      await emptyProject(world.owner),
      await makeAccountProject(world, await makeAccount(world, 'Initech')),
      gone,
      await makeAccountProject(neighbour.scene, neighbour.id),
    ]
    const invited = (...ids: readonly string[]) => {
      const body = { email: newEmail(), projectGrants: ids.map((projectId) => ({ projectId, canSteer: false })) }
      return unchanged(server, () => world.owner.call(inviteClientPortalMember, { id, body }))
    }
    const twice = await invited(own, own)
    expectError(twice, 400, 'invalid_request')
    expect(twice.body.fields).toMatchObject([{ path: 'projectGrants.1.projectId', rule: 'unique' }])
    for (const other of others) expectError(await invited(own, other), 404, 'not_found')
  })

  test('400 for an invalid or overlong address, and for more than 100 projects', async () => {
    const { scene: world, id, input } = await globex()
    const many = Array.from({ length: 101 }, () => ({ projectId: id, canSteer: false }))
    const wrong = [
      { email: 'ana' },
      { email: `${'a'.repeat(310)}@globex.example` },
      { email: newEmail(), projectGrants: many },
    ]
    for (const body of wrong) {
      const call = () => world.owner.call(inviteClientPortalMember, { ...input, body })
      expectError(await unchanged(server, call), 400, 'invalid_request')
    }
  })

  test('400 with an Idempotency-Key, because the link is shown once', async () => {
    const { scene: world, input } = await globex()
    const call = () => world.owner.call(inviteClientPortalMember, { ...input, headers: { 'idempotency-key': 'k' } })
    expect((await unchanged(server, call)).status).toBe(400)
  })

  test('409 before the portal is published, and while it is closed', async () => {
    const world = await scene(server)
    const id = await makeAccount(world)
    const call = () => world.owner.call(inviteClientPortalMember, { id, body: { email: newEmail() } })
    expectError(await unchanged(server, call), 409, 'portal_closed')
    const slug = await openPortalOf(world)
    expect((await call()).status).toBe(201)
    await world.owner.call(publishWorkspaceBrandKit, { body: { draft: { name: 'N', slug }, portalEnabled: false } })
    expectError(await unchanged(server, call), 409, 'portal_closed')
  })

  test('409 for a member of the agency, for a holder of the seat, and for an archived account', async () => {
    const { scene: world, id } = await globex()
    const { userId } = await world.join('member')
    const holder = await world.join('client')
    await seatOf(server, world, id, holder.userId)
    const call = (email: string) => () => world.owner.call(inviteClientPortalMember, { id, body: { email } })
    expectError(await unchanged(server, call(`${userId}@EXAMPLE.com`)), 409, 'already_member')
    expectError(await unchanged(server, call(`${holder.userId}@example.com`)), 409, 'already_client')
    expect((await call(`${world.clientId}@example.com`)()).status).toBe(201)
    await world.owner.call(archiveClientAccount, { id })
    expectError(await unchanged(server, call(newEmail())), 409, 'client_account_archived')
  })
})

describe('listClientPortalInvitations', () => {
  test('200 shows the status of each invitation of this account, newest first', async () => {
    const { scene: world, id, email, input } = await invited()
    await world.owner.call(inviteClientPortalMember, { id: await makeAccount(world, 'Initech'), body: { email } })
    await asOwner(server, `update portal_invitation set expires_at = now() where id = $1`, [input.invitationId])
    const open = await world.owner.call(inviteClientPortalMember, { id, body: { email } })
    const { body } = await world.owner.call(listClientPortalInvitations, { id })
    expect((body as { id: string; status: string }[]).map((row) => [row.id, row.status])).toEqual([
      [open.body.id, 'pending'],
      [input.invitationId, 'expired'],
    ])
    const page = await world.owner.call(listClientPortalInvitations, { id, query: { limit: 1 } })
    expect([page.body.length, page.headers.get('link')]).toEqual([1, expect.stringContaining('cursor=')])
  })
})

describe('revokeClientPortalInvitation', () => {
  administratorsOnly(server, revokeClientPortalInvitation, invited)
  absentAlike(server, revokeClientPortalInvitation, ['invitationId'], invited)

  test('200 with an event, and a repeat without one', async () => {
    const { scene: world, input } = await invited()
    for (let turn = 0; turn < 2; turn += 1) {
      const reply = await world.owner.call(revokeClientPortalInvitation, input)
      expect(reply).toMatchObject({ status: 200, body: { status: 'revoked', revokedAt: expect.any(String) as string } })
    }
    expect(
      (await auditOf(server, world.workspace, input.invitationId)).map(({ action, details }) => [
        action,
        details.repeated,
      ]),
    ).toEqual([
      ['seat.invite', undefined],
      ['seat.revoke_invitation', undefined],
      ['seat.revoke_invitation', true],
    ])
    const events = await world.eventNames(input.invitationId)
    expect(events).toEqual(['portal_invitation.created', 'portal_invitation.revoked'])
  })

  test('404 for an invitation of another account, and of the agency itself', async () => {
    const { scene: world, id, input } = await invited()
    const other = await makeAccount(world, 'Initech')
    const mine = await world.owner.call(inviteWorkspacePortalClient, { body: { email: newEmail(), role: 'client' } })
    for (const wrong of [
      { ...input, id: other },
      { id, invitationId: mine.body.id as string },
    ]) {
      const call = () => world.owner.call(revokeClientPortalInvitation, wrong)
      expectError(await unchanged(server, call), 404, 'not_found')
    }
    const swapped = () => world.owner.call(revokeWorkspacePortalInvitation, { invitationId: input.invitationId })
    expectError(await unchanged(server, swapped), 404, 'not_found')
  })

  test('200 for removing a seat revokes the open invitations of that address to this account only', async () => {
    const { scene: world, id, reply } = await invited()
    const other = await makeAccount(world, 'Initech')
    const email = `${world.clientId}@example.com`
    const call = (accountId: string) => world.owner.call(inviteClientPortalMember, { id: accountId, body: { email } })
    const own = await call(id)
    const elsewhere = await call(other)
    await seatOf(server, world, id, world.clientId)
    await world.owner.call(removeClientPortalMember, { id, userId: world.clientId })
    const rows = new Map((await world.rows('portal_invitation')).map((row) => [row.id, row.revoked_at !== null]))
    expect([own, elsewhere, reply].map(({ body }) => rows.get(body.id as string))).toEqual([true, false, false])
  })
})
