import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { auditOf } from '../../../../testing/audit/audit-chain.ts'
import { callerOf, withoutRequestId, type Reply } from '../../../../testing/caller.ts'
import { invitedPerson } from '../../../../testing/people/members.ts'
import { crowd, racing } from '../../../../testing/racing.ts'
import { expectError, unchanged } from '../../../../testing/refusals.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { newPerson, signIn } from '../../../../testing/people/sessions.ts'
import { asOwner } from '../../../../testing/database-state.ts'
import {
  acceptMemberInvitation,
  inviteMember,
  listMemberInvitations,
  listMembers,
  resendMemberInvitation,
  revokeMemberInvitation,
} from '../contract/members.ts'

const server = await testServer()

const invited = async (options = {}) => {
  const world = await scene(server)
  return { world, ...(await invitedPerson(server, world, options)) }
}

const statusOf = async ({ world }: Awaited<ReturnType<typeof invited>>) =>
  ((await world.owner.call(listMemberInvitations)).body as { status: string }[])[0]!.status

test('200 makes the person a member, with access at once', async () => {
  const at = await invited({ role: 'admin' })
  const { world, caller, userId, token } = at
  const headers = { 'x-organization-id': world.workspace }
  expect((await caller.call(listMembers, { headers })).status).toBe(403)
  const { status, body } = await caller.call(acceptMemberInvitation, { token })
  expect(status).toBe(200)
  expect(body).toMatchObject({ workspaceId: world.workspace, member: { userId, role: 'admin', email: at.email } })
  expect((await caller.call(listMembers, { headers })).body).toContainEqual(body.member)
  expect(await statusOf(at)).toBe('accepted')
})

test('200 leaves one audit row and one event with the person as the actor', async () => {
  const { world, caller, userId, token, invitationId } = await invited()
  await caller.call(acceptMemberInvitation, { token })
  expect(await auditOf(server, world.workspace, userId)).toMatchObject([
    {
      action: 'member.join',
      actorType: 'user',
      actorId: userId,
      source: 'web',
      resourceType: 'member',
      parentId: invitationId,
      details: { role: 'member' },
    },
  ])
  expect(await world.eventNames(userId)).toEqual(['member.joined'])
})

test('200 makes a client a member and keeps their grants', async () => {
  const world = await scene(server)
  const email = `${world.clientId}@example.com`
  const { body } = await world.owner.call(inviteMember, { body: { email } })
  const session = await signIn(server, world.clientId)
  const token = (body.acceptUrl as string).split('#')[1]
  expect((await world.client.call(listMembers)).status).toBe(403)
  expect((await session.call(acceptMemberInvitation, { token })).body.member).toMatchObject({ role: 'member' })
  expect((await world.client.call(listMembers)).status).toBe(200)
})

test.each([(email: string) => email.toUpperCase(), (email: string) => email.replace('example', 'ｅｘａｍｐｌｅ')])(
  '200 for an address invited in another spelling',
  async (spell) => {
    const world = await scene(server)
    const person = await newPerson(server)
    const { body } = await world.owner.call(inviteMember, { body: { email: spell(person.email) } })
    const token = (body.acceptUrl as string).split('#')[1]
    expect((await person.caller.call(acceptMemberInvitation, { token })).status).toBe(200)
  },
)

test('401 without a session', async () => {
  const { token } = await invited()
  const nobody = callerOf(server.baseUrl, undefined)
  expectError(await unchanged(server, () => nobody.call(acceptMemberInvitation, { token })), 401, 'unauthenticated')
})

test('403 for a key, also of the invited person', async () => {
  const world = await scene(server)
  const { body } = await world.owner.call(inviteMember, { body: { email: `${world.clientId}@example.com` } })
  const token = (body.acceptUrl as string).split('#')[1]
  expectError(await unchanged(server, () => world.client.call(acceptMemberInvitation, { token })), 403, 'forbidden')
})

test('403 for a request from a page of another origin', async () => {
  const { caller, token } = await invited()
  const headers = { origin: 'https://evil.example' }
  const reply = await unchanged(server, () => caller.call(acceptMemberInvitation, { token, headers }))
  expectError(reply, 403, 'foreign_origin')
})

test('403 while the address is not verified', async () => {
  const { caller, token } = await invited({ isVerified: false })
  expectError(await unchanged(server, () => caller.call(acceptMemberInvitation, { token })), 403, 'email_not_verified')
})

test('404, always the same, for a malformed, unknown, replaced or foreign token in any state', async () => {
  const at = await invited()
  const used = await invited()
  const revoked = await invited()
  await used.caller.call(acceptMemberInvitation, { token: used.token })
  await revoked.world.owner.call(revokeMemberInvitation, { id: revoked.invitationId })
  await at.world.owner.call(resendMemberInvitation, { id: at.invitationId })
  const stranger = await newPerson(server)
  const tried: (() => Promise<Reply>)[] = [
    ...['nonsense', '%00', 'x'.repeat(2_000), randomBytes(32).toString('base64url'), `${at.token}A`, at.token].map(
      (token) => () => at.caller.call(acceptMemberInvitation, { token }),
    ),
    ...[used.token, revoked.token].map((token) => () => at.caller.call(acceptMemberInvitation, { token })),
    ...[used.token, revoked.token].map((token) => () => stranger.caller.call(acceptMemberInvitation, { token })),
  ]
  const replies = await unchanged(server, () => Promise.all(tried.map((call) => call())))
  for (const reply of replies) expectError(reply, 404, 'not_found')
  expect(new Set(replies.map((reply) => JSON.stringify(withoutRequestId(reply)))).size).toBe(1)
})

test('409 for a used, revoked or expired token, and for a member, only to the invited person', async () => {
  const used = await invited()
  const revoked = await invited()
  const expired = await invited()
  const member = await invited()
  await used.caller.call(acceptMemberInvitation, { token: used.token })
  await revoked.world.owner.call(revokeMemberInvitation, { id: revoked.invitationId })
  const past = `update member_invitation set sent_at = now() - interval '8 days', expires_at = now() - interval '1 ms'`
  await asOwner(server, `${past} where id = $1`, [expired.invitationId])
  await asOwner(server, `insert into membership (workspace_id, user_id, role) values ($1, $2, 'member')`, [
    member.world.workspace,
    member.userId,
  ])
  const wanted = [
    [used, 'invitation_accepted'],
    [revoked, 'invitation_revoked'],
    [expired, 'invitation_expired'],
    [member, 'already_member'],
  ] as const
  for (const [{ caller, token }, code] of wanted)
    expectError(await unchanged(server, () => caller.call(acceptMemberInvitation, { token })), 409, code)
})

test('409 for a removed member with the old link', async () => {
  const { world, caller, userId, token } = await invited()
  await caller.call(acceptMemberInvitation, { token })
  await asOwner(server, 'delete from membership where workspace_id = $1 and user_id = $2', [world.workspace, userId])
  expectError(await unchanged(server, () => caller.call(acceptMemberInvitation, { token })), 409, 'invitation_accepted')
})

test('200 once for a person who accepts many times at once', async () => {
  const { world, caller, userId, token } = await invited()
  const { statuses } = await racing(crowd, () => caller.call(acceptMemberInvitation, { token }))
  expect(statuses).toEqual({ 200: 1, 409: crowd - 1 })
  expect(await world.eventNames(userId)).toEqual(['member.joined'])
  expect((await world.rows('membership')).filter((row) => row.user_id === userId)).toHaveLength(1)
})

test('200 once for two people with one link at once', async () => {
  const { world, caller, userId, token } = await invited()
  const thief = await newPerson(server)
  const { replies } = await racing(100, (at) =>
    (at % 2 ? thief.caller : caller).call(acceptMemberInvitation, { token }),
  )
  expect(new Set(replies.filter((_, at) => at % 2).map(({ status }) => status))).toEqual(new Set([404]))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  const places = (await world.rows('membership')).map((row) => row.user_id)
  expect([places.includes(userId), places.includes(thief.userId)]).toEqual([true, false])
})

test('200 or 409 when accepted and revoked at once: exactly one wins', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { world, caller, userId, token, invitationId } = await invited()
    const [accepted, revoked] = await Promise.all([
      caller.call(acceptMemberInvitation, { token }),
      world.owner.call(revokeMemberInvitation, { id: invitationId }),
    ])
    expect([accepted.status, revoked.status].sort()).toEqual([200, 409])
    const places = (await world.rows('membership')).map((row) => row.user_id)
    expect(places.includes(userId)).toBe(accepted.status === 200)
  }
})
