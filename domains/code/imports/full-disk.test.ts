import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import {
  beginImport,
  finalize,
  importStatus,
  uploadBundle,
  uploadedImport,
} from '../../../testing/repositories/imports.ts'
import { expectError } from '../../../testing/refusals.ts'
import { bundleOf } from '../../../testing/repository.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { isLong, lengthOf } from '../../../testing/soak.ts'
import { stateOf } from '../../../testing/database-state.ts'

const dataFolder = mkdtempSync(join(tmpdir(), 'atelier-small-disk-'))
const removeDisk = () => {
  if (mounted) execFileSync('umount', [dataFolder])
  rmSync(dataFolder, { recursive: true })
}
const mounted = isMounted()
// If every test is skipped no hook runs: nothing may be left to remove.
if (mounted) afterAll(removeDisk)
else removeDisk()

/** A disk of 24 MiB, if this user may make one. */
function isMounted(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', dataFolder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const start = async () => ({ ...(await testServer({ ATELIER_DATA: dataFolder })), dataFolder })
const server = (mounted ? await start() : undefined)!
const bundleOfMebibytes = (count: number) => bundleOf({ 'noise.bin': randomBytes(count * 2 ** 20) })
const filesAndRows = async () => {
  await server.parts.repositories.close()
  return stateOf(server)
}
/** Leaves this many bytes on the disk, and returns the way to have the rest back. */
const fill = async (leaveBytes: number) => {
  const { bavail, bsize } = await statfs(dataFolder)
  const path = join(dataFolder, 'filler')
  await writeFile(path, Buffer.alloc(bavail * bsize - leaveBytes, 1))
  return () => rm(path)
}

const title = mounted ? '' : ' (skipped: this user may not mount a small disk)'

test.skipIf(!isLong || !mounted)(
  `503 for readiness while the disk is full, and 200 once there is space${title}`,
  async () => {
    const readiness = async () => (await fetch(`${server.baseUrl}/readyz`)).json()
    const free = await fill(1_000_000)
    expect(await readiness()).toMatchObject({ status: 'not ready', reason: 'The disk of the data folder is full.' })
    await free()
    expect(await readiness()).not.toMatchObject({ reason: 'The disk of the data folder is full.' })
  },
)

test.skipIf(!mounted)(`503 for an upload that fills the disk, without a trace of it${title}`, async () => {
  const { owner } = await scene(server)
  const bundle = await bundleOfMebibytes(30)
  const id = await beginImport(owner, bundle)
  const before = await filesAndRows()
  expectError(await uploadBundle(owner, id, bundle.bytes), 503, 'storage_full')
  expect(await filesAndRows()).toEqual(before)
  expect(await importStatus(owner, id)).toBe('accepting')
})

test.skipIf(!mounted)(`503 for a finalize that fills the disk, and 201 once there is space${title}`, async () => {
  const { owner } = await scene(server)
  const id = await uploadedImport(owner, await bundleOfMebibytes(8))
  for (const leaveBytes of lengthOf({ daily: [4 * 2 ** 20], soak: [4 * 2 ** 20, 20_000, 0] })) {
    const free = await fill(leaveBytes)
    const before = await filesAndRows()
    expectError(await finalize(owner, id), 503, 'storage_full')
    expect(await filesAndRows()).toEqual(before)
    expect(await importStatus(owner, id)).toBe('uploaded')
    await free()
  }
  expect((await finalize(owner, id)).status).toBe(201)
})
