import { expect, test } from 'vitest'
import { isLong } from '../../../../testing/soak.ts'
import { auditOf } from '../../../../testing/audit/audit-chain.ts'
import { sealed } from '../../../../testing/repositories/imports.ts'
import { expectError, unchanged } from '../../../../testing/refusals.ts'
import { bundleOf, importProject } from '../../../../testing/repository.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { asOwner } from '../../../../testing/database-state.ts'
import { createProject } from '../../projects/contract.ts'
import { getProjectRevisionHead } from '../contract.ts'

const server = await testServer()
const bundle = await bundleOf({
  'a.txt': 'a',
  'déjà vu.txt': 'b',
  'run.sh': { executable: 'x' },
  link: { link: 'a.txt' },
})

const imported = async () => {
  const world = await scene(server)
  const { projectId: id, revisionId } = await importProject(world.owner, bundle)
  return { scene: world, input: { id }, id, revisionId }
}

test.runIf(isLong)('200 returns the revision with its canonical manifest, whose hash verifies', async () => {
  const { scene: world, id, revisionId } = await imported()
  const { status, body } = await world.member.call(getProjectRevisionHead, { id })
  expect([status, body]).toEqual([
    200,
    {
      revisionId,
      projectId: id,
      generation: 1,
      commitSha: bundle.commitSha,
      branch: 'main',
      manifest: bundle.manifest,
      manifestSha256: bundle.manifestSha256,
      source: 'import',
      createdAt: expect.any(String) as string,
    },
  ])
  expect(sealed(body.manifest as Record<string, unknown>).manifestSha256).toBe(bundle.manifestSha256)
  const files = (body.manifest.files as { path: string; mode: string }[]).map(({ path, mode }) => `${mode} ${path}`)
  expect(files).toEqual(['100644 a.txt', '100644 déjà vu.txt', '120000 link', '100755 run.sh'])
})

test('200 leaves no audit row for a read', async () => {
  const { scene: world, id } = await imported()
  await unchanged(server, () => world.owner.call(getProjectRevisionHead, { id }))
  expect((await auditOf(server, world.workspace, id)).map(({ action }) => action)).toEqual(['project.create'])
})

test('200 for a key that names the project', async () => {
  const { scene: world, id } = await imported()
  const { caller } = await world.join('member', { projectIds: [id], scopes: ['read'] })
  expect((await caller.call(getProjectRevisionHead, { id })).status).toBe(200)
})

test('403 for a client, also with a steer grant', async () => {
  const { scene: world, id } = await imported()
  await world.grant(id, world.clientId, 'steer')
  expectError(await unchanged(server, () => world.client.call(getProjectRevisionHead, { id })), 403, 'forbidden')
})

test('404 for a project without a revision', async () => {
  const { owner } = await scene(server)
  const { body } = await owner.call(createProject, { body: {} })
  await asOwner(server, 'update project set head_revision_id = null where id = $1', [body.id])
  expectError(await owner.call(getProjectRevisionHead, { id: body.id as string }), 404, 'no_revision')
})

test('409 for a project on a code host', async () => {
  const { owner } = await scene(server)
  const { body } = await owner.call(createProject, { body: { repos: [{ fullName: 'acme/shop' }] } })
  expectError(await owner.call(getProjectRevisionHead, { id: body.id as string }), 409, 'repository_backed')
})
