import { expect, test } from 'vitest'
import { expectError } from '../../../../testing/refusals.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { listMembers } from '../contract/members.ts'

const server = await testServer()

interface MemberRow {
  readonly userId: string
  readonly role: string
}

test('200 lists the people of the agency to each of them, without clients', async () => {
  const { owner, member, join, clientId } = await scene(server)
  const admin = await join('admin')
  const { status, body } = await owner.call(listMembers)
  expect(status).toBe(200)
  expect((body as MemberRow[]).map(({ role }) => role).sort()).toEqual(['admin', 'member', 'owner'])
  expect((body as MemberRow[]).map(({ userId }) => userId)).not.toContain(clientId)
  expect((body as MemberRow[]).find(({ userId }) => userId === admin.userId)).toEqual({
    userId: admin.userId,
    name: 'admin',
    email: `${admin.userId}@example.com`,
    role: 'admin',
    joinedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/) as string,
  })
  for (const caller of [member, admin.caller]) expect((await caller.call(listMembers)).body).toEqual(body)
})

test('200 shows no member of another workspace, also for a person in both', async () => {
  const [one, other] = await Promise.all([scene(server), scene(server)])
  const { userId } = await one.join('admin')
  await server.database.identity((tx) =>
    tx.query({
      text: `insert into membership (workspace_id, user_id, role) values ($1, $2, 'member')`,
      values: [other.workspace, userId],
    }),
  )
  const place = async ({ owner }: typeof one) =>
    ((await owner.call(listMembers)).body as MemberRow[]).filter((listed) => listed.userId === userId)
  expect([await place(one), await place(other)]).toMatchObject([[{ role: 'admin' }], [{ role: 'member' }]])
  expect((await one.owner.call(listMembers)).body).toHaveLength(3)
})

test('200 page by page, each member once', async () => {
  const { owner, join } = await scene(server)
  for (let at = 0; at < 3; at += 1) await join('member')
  const seen: string[] = []
  for (let cursor: string | undefined, more = true; more;) {
    const { body, headers } = await owner.call(listMembers, { query: { limit: 2, cursor } })
    seen.push(...(body as MemberRow[]).map(({ userId }) => userId))
    const link = /<([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
    cursor = link && (new URL(link, server.baseUrl).searchParams.get('cursor') ?? undefined)
    more = link !== undefined
  }
  expect(seen).toEqual(((await owner.call(listMembers)).body as MemberRow[]).map(({ userId }) => userId))
  expect(new Set(seen).size).toBe(5)
})

test.each([{ limit: 0 }, { limit: 1_001 }, { cursor: 'nonsense' }])('400 for %j', async (query) => {
  const { owner } = await scene(server)
  expectError(await owner.call(listMembers, { query }), 400, 'invalid_request')
})
