import { expect, test } from 'vitest'
import { auditOf } from '../../../../testing/audit/audit-chain.ts'
import { withoutRequestId } from '../../../../testing/caller.ts'
import { crowd, racing } from '../../../../testing/racing.ts'
import { expectError, unchanged } from '../../../../testing/refusals.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { asOwner } from '../../../../testing/database-state.ts'
import { listProjects } from '../../../code/projects/contract.ts'
import { revokeApiKey } from '../contract/keys.ts'

const server = await testServer()

const withKey = async () => {
  const world = await scene(server)
  const { userId, keyId, caller } = await world.join('member')
  return { scene: world, userId, caller, input: { id: keyId } }
}

test('200 for the caller’s own key, which is refused afterwards', async () => {
  const { caller, input } = await withKey()
  expect((await caller.call(listProjects)).status).toBe(200)
  const { status, body } = await caller.call(revokeApiKey, input)
  expect([status, body]).toEqual([200, { message: 'The key “Test” is revoked.' }])
  expectError(await caller.call(listProjects), 401, 'unauthenticated')
})

test('200 for an administrator, with an audit row that names the person of the key', async () => {
  const { scene: world, userId, caller, input } = await withKey()
  const admin = await world.join('admin')
  expect((await admin.caller.call(revokeApiKey, input)).status).toBe(200)
  expectError(await caller.call(listProjects), 401, 'unauthenticated')
  expect(await auditOf(server, world.workspace, input.id)).toMatchObject([
    { action: 'api_key.revoke', category: 'delete', severity: 'notice', resourceType: 'api_key', parentId: userId },
  ])
  expect(await world.eventNames(input.id)).toEqual(['api_key.revoked'])
  expect(await asOwner(server, 'select revoked_by from api_key where id = $1', [input.id])).toEqual([
    { revoked_by: admin.userId },
  ])
})

test('200 for a repeat, without another effect', async () => {
  const { scene: world, input } = await withKey()
  await world.owner.call(revokeApiKey, input)
  const before = await asOwner(server, 'select revoked_at, revoked_by from api_key where id = $1', [input.id])
  expect((await world.owner.call(revokeApiKey, input)).body).toEqual({ message: 'The key had been revoked before.' })
  expect(await asOwner(server, 'select revoked_at, revoked_by from api_key where id = $1', [input.id])).toEqual(before)
  expect(await world.eventNames(input.id)).toEqual(['api_key.revoked'])
})

test('404, as for an unknown key, for another person’s key by a member, a client and a key without the scope', async () => {
  const { scene: world, input } = await withKey()
  const { caller } = await world.join('owner', { scopes: ['write'] })
  const none = withoutRequestId(await world.owner.call(revokeApiKey, { id: 'nonsense' }))
  for (const stranger of [world.member, world.client, caller]) {
    const reply = await unchanged(server, () => stranger.call(revokeApiKey, input))
    expectError(reply, 404, 'not_found')
    expect(withoutRequestId(reply)).toEqual(none)
  }
})

test('200 for all concurrent callers, with one effect', async () => {
  const { scene: world, input } = await withKey()
  const { statuses } = await racing(crowd, () => world.owner.call(revokeApiKey, input))
  expect(statuses).toEqual({ 200: crowd })
  expect(await world.eventNames(input.id)).toEqual(['api_key.revoked'])
})
