import { expect, test } from 'vitest'
import { auditOf } from '../../../../testing/audit/audit-chain.ts'
import { expectError, unchanged } from '../../../../testing/refusals.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { asOwner } from '../../../../testing/database-state.ts'
import { inviteMember, revokeMemberInvitation } from '../contract/members.ts'

const server = await testServer()

const invited = async () => {
  const world = await scene(server)
  const { body } = await world.owner.call(inviteMember, { body: { email: 'ada@example.com' } })
  return { scene: world, input: { id: body.id as string } }
}

test('200 revokes the invitation, and the address can be invited again', async () => {
  const { scene: world, input } = await invited()
  const { status, body } = await world.owner.call(revokeMemberInvitation, input)
  expect([status, body]).toMatchObject([
    200,
    { id: input.id, status: 'revoked', revokedAt: expect.any(String) as string },
  ])
  expect((await world.owner.call(inviteMember, { body: { email: 'ada@example.com' } })).status).toBe(201)
})

test('200 for a repeat, with an audit row that marks the repeat and no second event', async () => {
  const { scene: world, input } = await invited()
  const first = await world.owner.call(revokeMemberInvitation, input)
  expect((await world.owner.call(revokeMemberInvitation, input)).body).toEqual(first.body)
  expect((await auditOf(server, world.workspace, input.id)).slice(1)).toMatchObject([
    { action: 'member_invitation.revoke', category: 'delete' },
    { action: 'member_invitation.revoke', details: { repeated: true } },
  ])
  expect(await world.eventNames(input.id)).toEqual(['member.invited', 'member.invitation_revoked'])
})

test('409 for an accepted or replaced invitation', async () => {
  const accepted = await invited()
  const lapsed = await invited()
  await asOwner(server, 'update member_invitation set accepted_at = now(), accepted_by = id where id = $1', [
    accepted.input.id,
  ])
  await asOwner(server, 'update member_invitation set lapsed_at = now() where id = $1', [lapsed.input.id])
  for (const one of [accepted, lapsed]) {
    const reply = await unchanged(server, () => one.scene.owner.call(revokeMemberInvitation, one.input))
    expectError(reply, 409, 'invitation_closed')
  }
})
