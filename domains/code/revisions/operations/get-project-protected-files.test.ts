import { expect, test } from 'vitest'
import { auditOf } from '../../../../testing/audit/audit-chain.ts'
import { emptyProject } from '../../../../testing/cycles.ts'
import { expectError, unchanged } from '../../../../testing/refusals.ts'
import { hashOf } from '../../../../testing/repository.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { createProject } from '../../projects/contract.ts'
import { exportProjectSecrets, importProjectSecretFiles } from '../../secrets/contract.ts'
import { getProjectProtectedFiles } from '../contract.ts'

const server = await testServer()

test('200 returns the stored files in clear, with their head, and leaves an audit row without values', async () => {
  const world = await scene(server)
  const id = await emptyProject(world.owner)
  const empty = await world.member.call(getProjectProtectedFiles, { id })
  expect(empty).toMatchObject({ status: 200, body: { generation: 1, protectedFiles: [], secrets: { entries: [] } } })
  const content = Buffer.from('API_KEY=planted-value\n')
  const files = [{ path: '.env', contentBase64: content.toString('base64') }]
  await world.owner.call(importProjectSecretFiles, { projectId: id, body: { files } })
  const { body } = await world.member.call(getProjectProtectedFiles, { id })
  expect(body).toMatchObject({
    protectedFiles: [{ path: '.env', contentBase64: content.toString('base64'), sha256: hashOf(content) }],
    secrets: { entries: [{ key: 'API_KEY', source: '.env', value: 'planted-value' }] },
  })
  const row = (await auditOf(server, world.workspace, id)).at(-1)
  expect(row).toMatchObject({
    action: 'secrets.exported',
    outcome: 'success',
    details: { paths: ['.env'], entries: 1 },
  })
  expect(JSON.stringify(row)).not.toContain('planted')
})

test('403 for a key that only reads, as the export of secrets: nothing is recorded as exported', async () => {
  const world = await scene(server)
  const id = await emptyProject(world.owner)
  const { caller } = await world.join('owner', { scopes: ['read'] })
  const read = await unchanged(server, () => caller.call(getProjectProtectedFiles, { id }))
  expectError(read, 403, 'forbidden')
  const exported = await unchanged(server, () => caller.call(exportProjectSecrets, { projectId: id, body: {} }))
  expectError(exported, 403, 'forbidden')
})

test('403 for a client, also with a steer grant; 409 for a project on a code host', async () => {
  const world = await scene(server)
  const id = await emptyProject(world.owner)
  await world.grant(id, world.clientId, 'steer')
  expectError(await unchanged(server, () => world.client.call(getProjectProtectedFiles, { id })), 403, 'forbidden')
  const { body } = await world.owner.call(createProject, { body: { repos: [{ fullName: 'acme/shop' }] } })
  expectError(await world.owner.call(getProjectProtectedFiles, { id: body.id as string }), 409, 'repository_backed')
})
