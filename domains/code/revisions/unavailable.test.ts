import { expect, test } from 'vitest'
import { emptyProject } from '../../../testing/cycles.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { hashOf } from '../../../testing/repository.ts'
import {
  finalizeRevision,
  headBundle,
  headOf,
  nextBundle,
  uploadedRevision,
} from '../../../testing/repositories/revisions.ts'
import { takeRequestSlots } from '../../../testing/sandbox/request-slots.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { getProjectProtectedFiles } from './contract.ts'
import { isLong } from '../../../testing/soak.ts'

// No secret can be sealed or opened.
const server = await testServer({ ATELIER_SANDBOX_LIMIT: '3', SECRETS_ENCRYPTION_KEY: '' })

const content = Buffer.from('A=1\n')
const offered = {
  protectedFiles: [
    { path: '.env', mode: '100600', contentBase64: content.toString('base64'), sha256: hashOf(content) },
  ],
}

const uploaded = async () => {
  const world = await scene(server)
  const id = await emptyProject(world.owner)
  const kept = { protected: [{ path: '.env', reason: 'dotenv' }] }
  const next = await nextBundle(await headBundle(world.owner, id), { 'b.txt': 'b' }, kept)
  return { world, id, upload: await uploadedRevision(world.owner, id, next) }
}

test.runIf(isLong)(
  '503 with active, limit and Retry-After when all request slots are in use, without a change; a retry works',
  async () => {
    const { world, id, upload } = await uploaded()
    const giveBack = await takeRequestSlots(server, world.workspace)
    const reply = await unchanged(server, () => finalizeRevision(world.owner, upload))
    expectError(reply, 503, 'sandbox_budget')
    expect(reply.body).toMatchObject({ active: 2, limit: 2 })
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
    // Heads are read without a sandbox.
    expect((await headOf(world.owner, id)).generation).toBe(1)
    await giveBack()
    expect((await finalizeRevision(world.owner, upload)).status).toBe(201)
  },
)

test('503 without a root key when secrets have to be sealed or opened, without a change; 201 for a revision without secrets', async () => {
  const { world, id, upload } = await uploaded()
  const refused = await unchanged(server, () => finalizeRevision(world.owner, upload, offered))
  const read = await unchanged(server, () => world.owner.call(getProjectProtectedFiles, { id }))
  for (const reply of [refused, read]) {
    expectError(reply, 503, 'secrets_encryption_unavailable')
    expect(reply.body.error).toContain('SECRETS_ENCRYPTION_KEY')
    expect(reply.body.error).toBe(read.body.error)
    expect(reply.headers.get('retry-after')).toBeNull()
  }
  expect((await finalizeRevision(world.owner, upload)).status).toBe(201)
})
