import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { readdir, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { getProjectFileContent } from '../../domains/delivery/repository-reads/contract.ts'
import { executeCycle } from '../../domains/delivery/runs/contract.ts'
import { asOwner } from '../../testing/database-state.ts'
import { endOf, fileBlock, library, mergeUnverified, propose } from '../../testing/delivery.ts'
import { startFakeS3 } from '../../testing/objects/s3.ts'
import { expectError } from '../../testing/refusals.ts'
import { finalize, uploadedImport } from '../../testing/repositories/imports.ts'
import { headOfBranch } from '../../testing/repositories/refs.ts'
import { plainGit } from '../../testing/repositories/samples.ts'
import { bundleOf, importProject } from '../../testing/repository.ts'
import { commandHeld, heldCommand } from '../../testing/runs/held-commands.ts'
import { scene } from '../../testing/scene.ts'
import { testServer } from '../../testing/server.ts'

const fake = await startFakeS3('objects')
const dataFolder = mkdtempSync(join(tmpdir(), 'atelier-small-disk-'))
const mounted = isMounted()
const removeDisk = () => {
  if (mounted) execFileSync('umount', [dataFolder])
  rmSync(dataFolder, { recursive: true })
}
// If every test is skipped no hook runs: nothing may be left to remove.
if (mounted) afterAll(() => fake.close().then(removeDisk))
else removeDisk()

/** A disk of 160 MiB, where this user may make one. */
function isMounted(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=160m', 'tmpfs', dataFolder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const start = async () => ({
  ...(await testServer({
    ATELIER_DATA: dataFolder,
    ATELIER_OBJECTS: `s3://objects/atelier?endpoint=${encodeURIComponent(fake.endpoint)}`,
    AWS_ACCESS_KEY_ID: fake.place.accessKeyId,
    AWS_SECRET_ACCESS_KEY: fake.place.secretAccessKey,
  })),
  dataFolder,
})
const server = (mounted ? await start() : undefined)!
const cache = join(dataFolder, 'cache', 'repositories')
const readiness = async () => {
  const answer = await fetch(`${server.baseUrl}/readyz`)
  return [answer.status, ((await answer.json()) as { reason?: string }).reason]
}

/** Takes the disk away, and gives the way to have it back. */
type Fault = () => Promise<() => Promise<void>>

/** Leaves room for a few small files, or none. */
const fill = async (leaveBytes = 100_000): ReturnType<Fault> => {
  const { bavail, bsize } = await statfs(dataFolder)
  const path = join(dataFolder, 'filler')
  await writeFile(path, Buffer.alloc(bavail * bsize - leaveBytes, 1))
  return () => rm(path)
}

const makeReadOnly: Fault = async () => {
  const remount = (how: string) => void execFileSync('mount', ['-o', `remount,${how}`, dataFolder])
  // The server has no file open for writing for a moment.
  await expect.poll(() => remount('ro')).toBeUndefined()
  return async () => remount('rw')
}

const title = mounted ? '' : ' (skipped: this user may not mount a small disk)'

test.skipIf(!mounted).each([
  ['full', () => fill(), 'The disk of the data folder is full.'],
  ['read-only', makeReadOnly, 'The data folder cannot be written to.'],
] as const)(
  `while the disk is %s, reads of what is not cached and imports answer 503 and steps wait, and all goes on after it${title}`,
  async (_kind, take, reason) => {
    const { owner } = await scene(server)
    const cold = await importProject(owner, await bundleOf({ ...library, 'noise.bin': randomBytes(600_000) }))
    const warm = await importProject(owner, await bundleOf(library))
    await mergeUnverified(owner, warm.projectId)
    const read = (projectId: string) =>
      owner.call(getProjectFileContent, { id: projectId, query: { path: Object.keys(library)[0]! } })
    const ids = await asOwner(server, 'select id, project_id from repository')
    const repositoryOf = (projectId: string) => String(ids.find((each) => each.project_id === projectId)!.id)
    await rm(join(cache, `${repositoryOf(cold.projectId)}.git`), { recursive: true })
    expect((await read(warm.projectId)).status).toBe(200)
    const cycle = await propose(owner, warm.projectId, fileBlock('late.md', 'late\n'))

    const importId = await uploadedImport(owner, await bundleOf({ 'noise.bin': randomBytes(600_000) }))

    const giveBack = await take()
    expect(await readiness()).toEqual([503, reason])
    for (let nth = 0; nth < 3; nth += 1) expectError(await read(cold.projectId), 503, 'storage_full')
    expectError(await finalize(owner, importId), 503, 'storage_full')
    expect((await read(warm.projectId)).status).toBe(200)
    await owner.call(executeCycle, { id: cycle })
    const waiting = `select name from run_step where status = 'queued' and error ->> 'code' = 'storage_full'`
    await expect.poll(() => asOwner(server, waiting)).not.toEqual([])
    expect(await asOwner(server, 'select name from run_step where errors > 0 or losses > 0')).toEqual([])
    await giveBack()

    expect((await read(cold.projectId)).status).toBe(200)
    expect((await finalize(owner, importId)).status).toBe(201)
    expect((await endOf(owner, cycle)).cycle).toMatchObject({ status: 'completed' })
    expect(await asOwner(server, 'select name from run_step where errors > 0 or losses > 0')).toEqual([])
    expect((await readdir(cache)).filter((name) => name.startsWith('.'))).toEqual([])
    for (const { projectId } of [cold, warm]) {
      const gitDir = join(cache, `${repositoryOf(projectId)}.git`)
      plainGit(gitDir, ['rev-list', '--objects', await headOfBranch(server, repositoryOf(projectId))])
      expect(plainGit(gitDir, ['fsck', '--full', '--strict', '--no-dangling'])).toBe('')
    }
    await expect.poll(readiness).toEqual([200, undefined])
  },
)

test.skipIf(!mounted)(`an agent whose disk fills up under it continues from its earlier work${title}`, async () => {
  const { owner } = await scene(server)
  const { projectId } = await importProject(owner, await bundleOf(library))
  await mergeUnverified(owner, projectId)
  const held = `\`\`\`run\n${heldCommand(server)}\n\`\`\`\n`
  const cycle = await propose(
    owner,
    projectId,
    `${fileBlock('early.md', 'early\n')}${held}${fileBlock('late.md', 'late\n')}`,
  )
  await owner.call(executeCycle, { id: cycle })
  const first = await commandHeld(server)
  const isSaved = () => [...fake.objects.keys()].some((key) => key.includes(`conversations/${projectId}/`))
  await expect.poll(isSaved).toBe(true)
  const giveBack = await fill(0)
  await first.release()
  const waiting = `select name, attempt from run_step where status = 'queued' and error ->> 'code' = 'storage_full'`
  await expect.poll(() => asOwner(server, waiting)).toEqual([{ name: 'build-task', attempt: 1 }])
  await giveBack()
  const second = await commandHeld(server)
  await second.release()
  expect((await endOf(owner, cycle)).cycle).toMatchObject({ status: 'completed' })
  expect(await asOwner(server, 'select name from run_step where errors > 0 or losses > 0')).toEqual([])
  const begun = `select t.attempt from task_transcript t join task on task.id = t.task_id
    where task.cycle_id = '${cycle}' and t.payload -> 'input' ->> 'path' = 'early.md'`
  expect(await asOwner(server, begun)).toEqual([{ attempt: 1 }])
  for (const path of ['early.md', 'late.md'])
    expect((await owner.call(getProjectFileContent, { id: projectId, query: { path } })).status).toBe(200)
})
