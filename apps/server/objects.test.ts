import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readBackup } from '../../platform/backup/index.ts'
import { readConfiguration } from '../../platform/configuration/index.ts'
import { getProjectImportUpload } from '../../domains/code/imports/contract.ts'
import { library, mergeUnverified, fileBlock, propose, runCycle } from '../../testing/delivery.ts'
import { beginImport, finalize, uploadBundle, uploadedImport } from '../../testing/repositories/imports.ts'
import { expectError } from '../../testing/refusals.ts'
import { bundleOf, inFolder, importProject } from '../../testing/repository.ts'
import { startFakeS3 } from '../../testing/objects/s3.ts'
import { passRemovals } from '../../testing/objects/removals.ts'
import { scene } from '../../testing/scene.ts'
import { testServer } from '../../testing/server.ts'
import { makeBackup } from './backup/make-backup.ts'
import { finalizeRevision, headOf, nextBundle, uploadedRevision } from '../../testing/repositories/revisions.ts'
import { isLong, isSoak } from '../../testing/soak.ts'

const fake = await startFakeS3('objects')
afterAll(() => fake.close())
const settings = {
  ATELIER_OBJECTS: `s3://objects/atelier?endpoint=${encodeURIComponent(fake.endpoint)}`,
  AWS_ACCESS_KEY_ID: fake.place.accessKeyId,
  AWS_SECRET_ACCESS_KEY: fake.place.secretAccessKey,
}
const server = await testServer(settings)
const bundle = await bundleOf({ ...library, 'noise.bin': randomBytes(9_000_000) })
const kept = () => [...fake.objects.keys()].filter((key) => key.startsWith('atelier/imports/'))
const expectNothingOnDisk = async () => {
  for (const folder of ['objects', 'cache/objects']) expect(await readdir(join(server.dataFolder, folder))).toEqual([])
}

test.runIf(isLong)('an import whose upload is cut works with a bucket, and leaves nothing on the disk', async () => {
  const { owner } = await scene(server)
  const id = await beginImport(owner, bundle)
  const arrived = async () => (await owner.call(getProjectImportUpload, { id })).body.offset as number
  const headers = {
    'x-api-key': owner.key!,
    'content-type': 'application/x-git-bundle',
    'upload-complete': '?1',
    'upload-offset': 0,
    'content-length': bundle.bytes.length,
  }
  const cut = request(new URL(`/v1/api/imports/${id}/bundle`, server.baseUrl), { method: 'PUT', headers })
  cut.on('error', () => undefined).write(bundle.bytes.subarray(0, 8_500_000), () => undefined)
  while ((await arrived()) < 8 * 2 ** 20);
  cut.destroy()
  while ((await arrived()) < 8_500_000);
  const rest = { 'upload-offset': '8500000', 'upload-complete': '?1' }
  expect((await uploadBundle(owner, id, bundle.bytes.subarray(8_500_000), rest)).status).toBe(200)
  expect(kept()).toEqual([`atelier/imports/${id}.bundle`])
  expect((await finalize(owner, id)).status).toBe(201)
  await passRemovals(server)
  expect([kept(), fake.uploads.size]).toEqual([[], 0])
  await expectNothingOnDisk()
})

test.runIf(isLong)(
  '503 storage_unavailable while the bucket is away, without a change; the next upload works',
  async () => {
    const { owner } = await scene(server)
    const id = await beginImport(owner, bundle)
    fake.state.isDown = true
    const reply = await uploadBundle(owner, id, bundle.bytes)
    expectError(reply, 503, 'storage_unavailable')
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
    fake.state.isDown = false
    expect((await uploadBundle(owner, id, bundle.bytes)).status).toBe(200)
    fake.state.refusal = [403, 'AccessDenied']
    expectError(await finalize(owner, id), 503, 'storage_unavailable')
    fake.state.refusal = undefined
    expect((await finalize(owner, id)).status).toBe(201)
  },
)

test('a bundle that the bucket lost has to come again, and a backup notes that the bucket is not in it', async () => {
  const { owner } = await scene(server)
  const id = await uploadedImport(owner, await bundleOf(library))
  fake.objects.delete(`atelier/imports/${id}.bundle`)
  expectError(await finalize(owner, id), 409, 'bundle_missing')
  await inFolder(async (folder) => {
    const to = join(folder, 'monday')
    const dump = join(import.meta.dirname, 'objects.ts')
    const { storage } = readConfiguration({
      ...settings,
      DATABASE_URL: server.databaseUrl,
      ATELIER_DATA: server.dataFolder,
    })
    const signal = new AbortController().signal
    const made = await makeBackup({ storage, to, dump, version: '0.1.0', signal, say: () => undefined })
    expect(made).toMatchObject({ objectsIn: `${fake.endpoint}/objects/atelier/` })
    expect((await readBackup(to)).description.objectsIn).toBe(made.objectsIn)
  })
})

test.runIf(isSoak)('revisions and runs work with a bucket, and leave nothing on the disk', async () => {
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
