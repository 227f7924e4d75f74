import { expect, test } from 'vitest'
import { expectError } from '../../../../testing/refusals.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { asOwner } from '../../../../testing/database-state.ts'
import { inviteMember, listMemberInvitations, revokeMemberInvitation } from '../contract/members.ts'

const server = await testServer()

const invited = async (...names: readonly string[]) => {
  const world = await scene(server)
  const ids: string[] = []
  for (const name of names) {
    const { body } = await world.owner.call(inviteMember, { body: { email: `${name}@example.com` } })
    ids.push(body.id as string)
  }
  return { world, ids }
}

test('200 shows the status of each invitation, newest first, without tokens', async () => {
  const { world, ids } = await invited('pending', 'revoked', 'expired')
  await world.owner.call(revokeMemberInvitation, { id: ids[1] })
  const past = `update member_invitation set sent_at = now() - interval '8 days', expires_at = now() - interval '1 day'`
  await asOwner(server, `${past} where id = $1`, [ids[2]])
  const { status, body } = await world.owner.call(listMemberInvitations)
  expect([status, (body as { status: string }[]).map((one) => one.status)]).toEqual([
    200,
    ['expired', 'revoked', 'pending'],
  ])
  expect(Object.keys((body as object[])[0]!).sort()).toEqual(
    [
      'acceptedAt',
      'createdAt',
      'email',
      'expiresAt',
      'id',
      'invitedBy',
      'revokedAt',
      'role',
      'sentAt',
      'status',
    ].sort(),
  )
})

test('200 for an administrator, page by page, without other workspaces', async () => {
  const [{ world, ids }] = [await invited('a', 'b', 'c'), await invited('d')]
  const { caller } = await world.join('admin')
  const first = await caller.call(listMemberInvitations, { query: { limit: 2 } })
  const cursor = new URL(/<([^>]*)>/.exec(first.headers.get('link')!)![1]!, server.baseUrl).searchParams.get('cursor')
  const second = await caller.call(listMemberInvitations, { query: { limit: 2, cursor } })
  expect([...(first.body as { id: string }[]), ...(second.body as { id: string }[])].map(({ id }) => id)).toEqual(
    ids.reverse(),
  )
})

test.each([{ limit: 0 }, { cursor: 'nonsense' }])('400 for %j', async (query) => {
  const { owner } = await scene(server)
  expectError(await owner.call(listMemberInvitations, { query }), 400, 'invalid_request')
})
