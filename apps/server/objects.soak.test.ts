import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { library, mergeUnverified, fileBlock, propose, runCycle } from '../../testing/delivery.ts'
import { bundleOf, importProject } from '../../testing/repository.ts'
import { finalizeRevision, headOf, nextBundle, uploadedRevision } from '../../testing/revisions.ts'
import { startFakeS3 } from '../../testing/s3.ts'
import { scene } from '../../testing/scene.ts'
import { testServer } from '../../testing/server.ts'

const fake = await startFakeS3('objects')
afterAll(() => fake.close())
const settings = {
  ATELIER_OBJECTS: `s3://objects/atelier?endpoint=${encodeURIComponent(fake.endpoint)}`,
  AWS_ACCESS_KEY_ID: fake.place.accessKeyId,
  AWS_SECRET_ACCESS_KEY: fake.place.secretAccessKey,
}
const server = await testServer(settings)
const bundle = await bundleOf({ ...library, 'noise.bin': randomBytes(9_000_000) })
const expectNothingOnDisk = async () => {
  for (const folder of ['objects', 'cache/objects']) expect(await readdir(join(server.dataFolder, folder))).toEqual([])
}

test('revisions and runs work with a bucket, and nothing of them lies on the disk', async () => {
  const { owner } = await scene(server)
  const { projectId } = await importProject(owner, bundle)
  await mergeUnverified(owner, projectId)
  const upload = await uploadedRevision(owner, projectId, await nextBundle(bundle, { 'b.txt': 'b' }))
  expect((await finalizeRevision(owner, upload)).status).toBe(201)
  await runCycle(owner, await propose(owner, projectId, fileBlock('NOTES.md', 'Adds numbers.\n')))
  expect((await headOf(owner, projectId)).generation).toBe(3)
  expect(fake.requests.some((line) => line.startsWith('PUT /objects/atelier/conversations/'))).toBe(true)
  await expectNothingOnDisk()
})
