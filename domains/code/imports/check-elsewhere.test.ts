import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { BundleToInspect } from '../../../execution/repositories/index.ts'
import { StorageFullError } from '../../../platform/storage/index.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { startFakeS3 } from '../../../testing/objects/s3.ts'
import { expectError } from '../../../testing/refusals.ts'
import {
  bundleType,
  finalize,
  importBlindly,
  importStatus,
  scanSource,
  uploadedImport,
} from '../../../testing/repositories/imports.ts'
import { finalizeRevision, headOf, nextBundle, uploadedRevision } from '../../../testing/repositories/revisions.ts'
import { bundleOf } from '../../../testing/repository.ts'
import { takeRequestSlots } from '../../../testing/sandbox/request-slots.ts'
import { scene } from '../../../testing/scene.ts'
import { restarted, testServer } from '../../../testing/server.ts'
import { isLong } from '../../../testing/soak.ts'
import { openRelayServer } from '../../../platform/relay/relay.ts'
import { attachProjectRepo } from '../repositories/contract.ts'
import { inspectStored } from '../uploads/index.ts'
import { finalizeProjectImport } from './contract.ts'

const fake = await startFakeS3('objects')
const settings = {
  ATELIER_OBJECTS: `s3://objects/atelier?endpoint=${encodeURIComponent(fake.endpoint)}`,
  AWS_ACCESS_KEY_ID: fake.place.accessKeyId,
  AWS_SECRET_ACCESS_KEY: fake.place.secretAccessKey,
}
const server = await testServer({ ...settings, ATELIER_ROLE: 'server', ATELIER_SANDBOX_LIMIT: '3' })
const dataFolder = await mkdtemp(join(tmpdir(), 'atelier-test-'))
const worker = await restarted(
  { ...server, dataFolder },
  { ...settings, ATELIER_ROLE: 'worker', ATELIER_SANDBOX_LIMIT: '3' },
)
afterAll(async () => {
  await fake.close()
  await rm(dataFolder, { recursive: true, force: true })
})
const checks = vi.spyOn(worker.parts.repositories, 'inspectBundle')
const ownChecks = vi.spyOn(server.parts.repositories, 'inspectBundle')
beforeEach(() => {
  checks.mockClear()
})

/** A workspace whose server has its two slots of requests in use. */
const busyServer = async () => {
  const working = 'select from machine where works_until > now() and address is not null'
  await expect.poll(async () => (await asOwner(server, working)).length).toBe(1)
  const world = await scene(server)
  onTestFinished(await takeRequestSlots(server, world.workspace))
  return world
}
const slotsInUse = () => asOwner(server, 'select kind from sandbox_slot')
const left = { signal: undefined as AbortSignal | undefined }
/** The next check of the worker begins, and ends only with its caller. */
const hangingCheck = () => {
  checks.mockImplementationOnce(({ signal }: BundleToInspect) => {
    left.signal = signal
    return new Promise((_resolve, reject) => {
      signal!.addEventListener('abort', () => reject(signal!.reason as Error))
    })
  })
  return () => expect.poll(() => checks.mock.calls.length).toBe(1)
}

test('201 if the server has no sandbox: another machine checks the bundle and stores its packs once', async () => {
  const { owner } = await busyServer()
  const bundle = await bundleOf({ 'a.txt': 'a' })
  const made = await finalize(owner, await uploadedImport(owner, bundle))
  expect(made).toMatchObject({ status: 201, body: { commitSha: bundle.commitSha } })
  const id = made.body.projectId as string
  const next = await nextBundle(bundle, { 'b.txt': 'b' })
  expect((await finalizeRevision(owner, await uploadedRevision(owner, id, next))).status).toBe(201)
  expect(await headOf(owner, id)).toMatchObject({ commitSha: next.commitSha, generation: 2 })
  expect([checks.mock.calls.length, ownChecks.mock.calls.length]).toEqual([2, 0])
  expect([...fake.objects.keys()].filter((key) => key.endsWith('.pack'))).toHaveLength(2)
  expect(await asOwner(server, `select key from removed_object where key like 'repositories/%'`)).toEqual([])
  expect(await slotsInUse()).toHaveLength(2)
})

test.runIf(isLong)('code is scanned on the other machine, and attached from its scan', async () => {
  const { owner } = await busyServer()
  const imported = await finalize(owner, await uploadedImport(owner, await bundleOf({ 'a.txt': 'a' })))
  const { bytes, commitSha } = await bundleOf({ 'b.txt': 'b' })
  const scan = await scanSource(owner, bytes, bundleType)
  expect(scan).toMatchObject({ status: 201, body: { commitSha } })
  const body = { scanId: scan.body.id, label: 'Other' }
  const attached = await owner.call(attachProjectRepo, { id: imported.body.projectId as string, body })
  expect(attached.status).toBe(201)
  expect(checks.mock.calls.length).toBe(3)
})

test('400 for a bundle that the other machine refuses, with its words', async () => {
  const { owner } = await busyServer()
  const { bytes, commitSha } = await bundleOf({ 'a.txt': 'a' })
  const id = await uploadedImport(owner, importBlindly(bytes, commitSha, 'trunk'))
  const message = expect.stringContaining('has no branch trunk') as string
  expectError(await finalize(owner, id), 400, 'bundle_rejected', [
    { path: 'defaultBranch', rule: 'missing_branch', message },
  ])
  expect(checks.mock.calls.length).toBe(1)
})

test('503 if the other machine has no room on its disk, and the upload stays', async () => {
  const { owner } = await busyServer()
  const id = await uploadedImport(owner, await bundleOf({ 'a.txt': 'a' }))
  checks.mockRejectedValueOnce(new StorageFullError('a test'))
  expectError(await finalize(owner, id), 503, 'storage_full')
  expect(await importStatus(owner, id)).toBe('uploaded')
  expect((await finalize(owner, id)).status).toBe(201)
})

test('500 if the check fails there, and the upload stays', async () => {
  const { owner } = await busyServer()
  const id = await uploadedImport(owner, await bundleOf({ 'a.txt': 'a' }))
  checks.mockRejectedValueOnce(new Error('broken'))
  expectError(await finalize(owner, id), 500, 'internal')
  expect(await importStatus(owner, id)).toBe('uploaded')
})

test('a caller who leaves ends the check on the other machine and frees its slot', async () => {
  const { owner } = await busyServer()
  const id = await uploadedImport(owner, await bundleOf({ 'a.txt': 'a' }))
  const hasBegun = hangingCheck()
  const leaving = new AbortController()
  const input = { id, body: { protectedFiles: [], secrets: {} } }
  const gone = owner.open(finalizeProjectImport, input, { signal: leaving.signal }).catch((error: Error) => error)
  await hasBegun()
  expect(await slotsInUse()).toHaveLength(3)
  leaving.abort()
  expect(await gone).toMatchObject({ name: 'AbortError' })
  await expect.poll(() => left.signal?.aborted).toBe(true)
  await expect.poll(slotsInUse).toHaveLength(2)
})

test.runIf(isLong)('a machine that is cut off in the middle is abandoned after ten seconds of silence', async () => {
  const { parts } = server
  const relay = { keys: parts.relay!.keys, host: '127.0.0.1', onError: () => undefined }
  const silent = await openRelayServer({ ...relay, find: async () => () => new Promise<never>(() => undefined) })
  onTestFinished(() => silent.close())
  const bundle = { id: uuidv7(), bundleKey: 'imports/a.bundle', bundleSizeBytes: 1, commitSha: 'a', branch: 'main' }
  const place = { workspace: uuidv7(), address: silent.address, signal: new AbortController().signal }
  await expect(inspectStored(parts, bundle, place)).rejects.toMatchObject({ name: 'CheckTimeoutError' })
})

test('503 with Retry-After if the other machine dies in the middle, and then if no machine has a slot', async () => {
  const { owner } = await busyServer()
  const id = await uploadedImport(owner, await bundleOf({ 'a.txt': 'a' }))
  const hasBegun = hangingCheck()
  const finalizing = finalize(owner, id)
  await hasBegun()
  await worker.close()
  const reply = await finalizing
  expectError(reply, 503, 'check_timeout')
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await importStatus(owner, id)).toBe('uploaded')
  // The lease of that machine ends at this moment of a clock that may be set back a little.
  const refused = { status: 503, body: { code: 'sandbox_budget', active: 2, limit: 2 } }
  await expect.poll(() => finalize(owner, id)).toMatchObject(refused)
})
