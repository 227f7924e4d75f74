import { expect, test } from 'vitest'
import { isLong } from '../../../../testing/soak.ts'
import { beginImport, finalize, uploadBundle, uploadedImport } from '../../../../testing/repositories/imports.ts'
import { expectError, unchanged } from '../../../../testing/refusals.ts'
import { bundleOf } from '../../../../testing/repository.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { asOwner } from '../../../../testing/database-state.ts'
import { getProjectImport } from '../contract.ts'

const server = await testServer()
const bundle = await bundleOf({ 'a.txt': 'a' })

const begun = async () => {
  const world = await scene(server)
  const id = await beginImport(world.owner, bundle, { name: 'Shop', historyMode: 'abort_on_findings' })
  return { scene: world, input: { id } }
}

test('200 shows an import without its manifest and keys', async () => {
  const { scene: world, input } = await begun()
  const { status, body } = await world.owner.call(getProjectImport, input)
  expect([status, body]).toEqual([
    200,
    {
      id: input.id,
      status: 'accepting',
      name: 'Shop',
      stack: 'node',
      defaultBranch: 'main',
      commitSha: bundle.commitSha,
      historyMode: 'abort_on_findings',
      projectId: null,
      rejection: null,
      revisionId: null,
      createdAt: expect.any(String) as string,
      expiresAt: expect.any(String) as string,
      finalizedAt: null,
    },
  ])
})

test.runIf(isLong)('200 shows the status of an import from begin to end', async () => {
  const { scene: world, input } = await begun()
  const stands = async () => (await world.owner.call(getProjectImport, input)).body as Record<string, unknown>
  expect(await stands()).toMatchObject({ status: 'accepting' })
  await uploadBundle(world.owner, input.id, bundle.bytes)
  expect(await stands()).toMatchObject({ status: 'uploaded', projectId: null })
  const { body } = await finalize(world.owner, input.id)
  expect(await stands()).toMatchObject({
    status: 'finalized',
    projectId: body.projectId as string,
    revisionId: body.revisionId as string,
    finalizedAt: body.project.createdAt as string,
  })
})

test.each([
  [`expires_at = now() - interval '1 second'`, 'expired'],
  [`status = 'finalizing', claim_id = gen_random_uuid(), claimed_until = now() + interval '1 minute'`, 'finalizing'],
  [`status = 'finalizing', claim_id = gen_random_uuid(), claimed_until = now() - interval '1 second'`, 'uploaded'],
])('200 with %s in its row shows the status %s', async (change, status) => {
  const world = await scene(server)
  const id = await uploadedImport(world.owner, bundle)
  await asOwner(server, `update project_import set ${change} where id = $1`, [id])
  expect((await world.owner.call(getProjectImport, { id })).body).toMatchObject({ status })
})

test('200 for another, read-only key of the same person', async () => {
  const { scene: world, input } = await begun()
  const text = `insert into api_key (id, workspace_id, user_id, name, secret_hash, hint, scopes)
    select gen_random_uuid(), workspace_id, user_id, 'Other', $2, '', array['read'] from project_import where id = $1`
  const { newKey } = await import('../../../../platform/access/index.ts')
  const { secret, secretHash } = newKey()
  await asOwner(server, text, [input.id, secretHash])
  const headers = { 'x-api-key': secret }
  expect((await world.owner.call(getProjectImport, { ...input, headers })).status).toBe(200)
})

test('404 for every other member of the workspace', async () => {
  const { scene: world, input } = await begun()
  const other = await world.join('owner')
  for (const caller of [world.member, other.caller]) {
    expectError(await unchanged(server, () => caller.call(getProjectImport, input)), 404, 'not_found')
  }
})
