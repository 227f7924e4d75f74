import { expect, test } from 'vitest'
import { auditOf } from '../../../../testing/audit/audit-chain.ts'
import { linkIn, mailsTo } from '../../../../testing/mail/outbox.ts'
import { expectError, unchanged } from '../../../../testing/refusals.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { asOwner } from '../../../../testing/database-state.ts'
import { inviteMember, resendMemberInvitation, revokeMemberInvitation } from '../contract/members.ts'

const server = await testServer()

const invited = async () => {
  const world = await scene(server)
  const email = `${world.workspace}@example.com`
  const { body } = await world.owner.call(inviteMember, { body: { email } })
  return { scene: world, email, made: body as Record<string, string>, input: { id: body.id as string } }
}

test('200 sends another link and deletes the hash of the old one', async () => {
  const { scene: world, email, made, input } = await invited()
  const [before] = await world.rows('member_invitation')
  const { status, body } = await world.owner.call(resendMemberInvitation, input)
  expect([status, body]).toMatchObject([200, { id: made.id, status: 'pending', createdAt: made.createdAt }])
  expect(body.acceptUrl).not.toBe(made.acceptUrl)
  const [after] = await world.rows('member_invitation')
  expect(after!.token_hash).not.toEqual(before!.token_hash)
  expect((await mailsTo(server.dataFolder, email)).map(linkIn)).toEqual([made.acceptUrl, body.acceptUrl])
})

test('200 reopens an expired invitation', async () => {
  const { scene: world, input } = await invited()
  const past = `update member_invitation set sent_at = now() - interval '8 days', expires_at = now() - interval '1 day'`
  await asOwner(server, `${past} where id = $1`, [input.id])
  const { body } = await world.owner.call(resendMemberInvitation, input)
  expect(body.status).toBe('pending')
  expect(Date.parse(body.expiresAt as string)).toBeGreaterThan(Date.parse(body.sentAt as string))
})

test('200 leaves one audit row and one event', async () => {
  const { scene: world, input } = await invited()
  await world.owner.call(resendMemberInvitation, input)
  const rows = await auditOf(server, world.workspace, input.id)
  expect(rows.map(({ action }) => action)).toEqual(['member_invitation.create', 'member_invitation.resend'])
  expect(await world.eventNames(input.id)).toEqual(['member.invited', 'member.invitation_resent'])
})

test('409 for a revoked, accepted or replaced invitation', async () => {
  const { scene: world, input } = await invited()
  await world.owner.call(revokeMemberInvitation, input)
  const accepted = await invited()
  const lapsed = await invited()
  await asOwner(server, 'update member_invitation set accepted_at = now(), accepted_by = id where id = $1', [
    accepted.input.id,
  ])
  await asOwner(server, 'update member_invitation set lapsed_at = now() where id = $1', [lapsed.input.id])
  for (const one of [{ scene: world, input }, accepted, lapsed]) {
    const reply = await unchanged(server, () => one.scene.owner.call(resendMemberInvitation, one.input))
    expectError(reply, 409, 'invitation_closed')
  }
})
