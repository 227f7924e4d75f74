import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { auditOf, wholeChain } from '../../../../testing/audit/audit-chain.ts'
import { linkIn, mailsTo } from '../../../../testing/mail/outbox.ts'
import { crowd, racing } from '../../../../testing/racing.ts'
import { expectError, unchanged } from '../../../../testing/refusals.ts'
import { scene, type Scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { asOwner } from '../../../../testing/database-state.ts'
import { inviteMember, listMemberInvitations, listMembers } from '../contract/members.ts'

const server = await testServer()
const body = { email: 'ada@example.com' }

const tokenOf = (url: unknown) => String(url).split('#')[1]!
const tableOf = (world: Scene) => world.rows('member_invitation')

test('201 invites a member for seven days, with a link that is shown once', async () => {
  const world = await scene(server)
  const { status, body: made } = await world.owner.call(inviteMember, { body: { email: ' Ada@Example.com' } })
  expect(status).toBe(201)
  const { acceptUrl, emailSent, ...invitation } = made as Record<string, unknown>
  expect(acceptUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/console\/join#[A-Za-z0-9_-]{43}$/)
  expect(emailSent).toBe(false)
  expect(invitation).toMatchObject({ email: 'Ada@Example.com', role: 'member', status: 'pending', acceptedAt: null })
  expect(Date.parse(made.expiresAt as string) - Date.parse(made.sentAt as string)).toBe(7 * 86_400_000)
  expect((await world.owner.call(listMemberInvitations)).body).toEqual([invitation])
})

test('201 stores only the hash of the token, and shows it in no row and no list', async () => {
  const world = await scene(server)
  const token = tokenOf((await world.owner.call(inviteMember, { body })).body.acceptUrl)
  const [row] = await tableOf(world)
  expect(row!.token_hash).toEqual(createHash('sha256').update(token).digest())
  const told = [await tableOf(world), await wholeChain(server, world.workspace), await world.rows('activity_event')]
  expect(JSON.stringify(told)).not.toContain(token)
  expect(JSON.stringify((await world.owner.call(listMemberInvitations)).body)).not.toContain(token)
})

test('201 mails the link in the name of the inviting member', async () => {
  const world = await scene(server)
  const email = `${world.workspace}@example.com`
  const { body: made } = await world.owner.call(inviteMember, { body: { email, role: 'admin' } })
  const [mail, ...more] = await mailsTo(server.dataFolder, email)
  expect(more).toEqual([])
  expect(linkIn(mail!)).toBe(made.acceptUrl)
  expect(mail!.subject).toBe('owner invites you to Test')
  expect(mail!.text).toContain('as an administrator')
})

test('201 leaves one audit row and one event', async () => {
  const world = await scene(server)
  const admin = await world.join('admin')
  const { body: made } = await admin.caller.call(inviteMember, { body: { ...body, role: 'admin' } })
  expect(made).toMatchObject({ role: 'admin', invitedBy: admin.userId })
  expect(await auditOf(server, world.workspace, made.id as string)).toMatchObject([
    {
      action: 'member_invitation.create',
      resourceType: 'member_invitation',
      severity: 'notice',
      details: { role: 'admin' },
    },
  ])
  expect(await world.eventNames(made.id as string)).toEqual(['member.invited'])
})

test('201 for a client, who may become a member, and for the same address in another workspace', async () => {
  const [world, other] = await Promise.all([scene(server), scene(server)])
  const email = `${world.clientId}@example.com`
  expect((await world.owner.call(inviteMember, { body: { email } })).status).toBe(201)
  expect((await other.owner.call(inviteMember, { body: { email } })).status).toBe(201)
})

test('201 replaces an expired invitation', async () => {
  const world = await scene(server)
  const { body: first } = await world.owner.call(inviteMember, { body })
  const past = `update member_invitation set sent_at = now() - interval '8 days', expires_at = now() - interval '1 day'`
  await asOwner(server, `${past} where id = $1`, [first.id])
  expect((await world.owner.call(inviteMember, { body })).status).toBe(201)
  const { body: listed } = await world.owner.call(listMemberInvitations)
  expect((listed as { status: string }[]).map(({ status }) => status)).toEqual(['pending', 'expired'])
})

test.each([
  'ada',
  'ada@',
  '@example.com',
  'ada@example.com\r\nBcc: eve@example.com',
  'a b@example.com',
  'ada@[127.0.0.1]',
  'ada＠eve@example.com',
  `${'a'.repeat(65)}@example.com`,
])('400 for the address %j', async (email) => {
  const { owner } = await scene(server)
  const reply = await unchanged(server, () => owner.call(inviteMember, { body: { email } }))
  expectError(reply, 400, 'invalid_request', [{ path: 'email', message: expect.any(String) as string, rule: 'email' }])
})

test.each([
  { email: 'ada@example.com', role: 'owner' },
  { email: 'ada@example.com', role: 'client' },
  { email: 7 },
  {},
])('400 for the body %j', async (wrong) => {
  const { owner } = await scene(server)
  expectError(await unchanged(server, () => owner.call(inviteMember, { body: wrong })), 400, 'invalid_request')
})

test('400 with an Idempotency-Key, because the answer must not be stored', async () => {
  const { owner } = await scene(server)
  const headers = { 'idempotency-key': 'once' }
  expect((await unchanged(server, () => owner.call(inviteMember, { body, headers }))).status).toBe(400)
})

test('409 for a member, in any spelling of their address', async () => {
  const { owner, join } = await scene(server)
  const { userId } = await join('member')
  for (const email of [
    `${userId}@example.com`,
    `${userId.toUpperCase()}@EXAMPLE.com`,
    `${userId}@ｅｘａｍｐｌｅ.com`,
  ]) {
    const reply = await unchanged(server, () => owner.call(inviteMember, { body: { email } }))
    expectError(reply, 409, 'already_member')
  }
  expect((await owner.call(listMembers)).body).toHaveLength(3)
})

test.each(['ADA@example.com', 'ada@EXAMPLE.COM', 'ａｄａ@example.com'])(
  '409 for %j while ada@example.com has an open invitation',
  async (email) => {
    const { owner } = await scene(server)
    await owner.call(inviteMember, { body })
    const reply = await unchanged(server, () => owner.call(inviteMember, { body: { email } }))
    expectError(reply, 409, 'already_invited')
  },
)

test('409 for the 501st open invitation', async () => {
  const { owner, workspace } = await scene(server)
  await asOwner(
    server,
    `insert into member_invitation (id, workspace_id, email, email_normal, role, token_hash, created_at, created_by, sent_at, expires_at)
     select gen_random_uuid(), $1::uuid, n || '@example.com', n || '@example.com', 'member', sha256(convert_to(n || $1::uuid::text, 'UTF8')),
       now(), $1::uuid, now(), now() + interval '7 days' from generate_series(1, 500) n`,
    [workspace],
  )
  const reply = await unchanged(server, () => owner.call(inviteMember, { body }))
  expectError(reply, 409, 'too_many_invitations')
})

test('201 once for concurrent callers that invite one address in two spellings', async () => {
  const world = await scene(server)
  const { statuses } = await racing(crowd, (at) =>
    world.owner.call(inviteMember, { body: { email: at % 2 ? 'crowd@example.com' : 'CROWD@example.com' } }),
  )
  expect(statuses).toEqual({ 201: 1, 409: crowd - 1 })
  expect(await tableOf(world)).toHaveLength(1)
})
