import { existsSync } from 'node:fs'
import { chown, lstat, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ownerMark } from '../../execution/sandbox/owner-mark.ts'
import { sweepScratch } from '../../execution/sandbox/scratch.ts'
import { fileBlock, library, mergeUnverified, propose, runCycle } from '../delivery.ts'
import { bundleOf, importProject } from '../repository.ts'
import { scene } from '../scene.ts'
import { testServer } from '../server.ts'

const server = await testServer()
const folder = await mkdtemp(join(tmpdir(), 'attacks-machine-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The paths below a folder that another user of this machine may read. */
const openToOthers = async (path: string): Promise<string[]> => {
  const { mode } = await lstat(path)
  const entries = await readdir(path, { withFileTypes: true })
  const inside = entries.map(async (entry) => {
    const own = join(path, entry.name)
    if (entry.isDirectory()) return openToOthers(own)
    return ((await lstat(own)).mode & 0o044) === 0 ? [] : [own]
  })
  return (mode & 0o011) === 0 ? [] : (await Promise.all(inside)).flat()
}

test('another user of the machine cannot read stored files', async () => {
  const { owner } = await scene(server)
  const { projectId } = await importProject(owner, await bundleOf(library))
  await mergeUnverified(owner, projectId)
  await runCycle(owner, await propose(owner, projectId, fileBlock('a.txt', 'x\n')))
  expect((await readdir(server.dataFolder)).sort()).toEqual(expect.arrayContaining(['cache', 'objects', 'worktrees']))
  expect(await openToOthers(server.dataFolder)).toEqual([])
})

const dead = () => `atelier-sandbox-${ownerMark().replace(/\.\d+\.\d+$/, '.999999999.1')}-`

test('files of a dead server are removed, and links named like them are not followed', async () => {
  const kept = join(folder, 'kept')
  await mkdir(kept)
  await writeFile(join(kept, 'file'), 'x')
  const left = join(folder, `${dead()}left`)
  const link = join(folder, `${dead()}link`)
  await mkdir(left)
  await symlink(kept, link)
  await sweepScratch(folder)
  expect([existsSync(left), existsSync(join(kept, 'file'))]).toEqual([false, true])
})

test.skipIf(process.getuid?.() !== 0)(
  'files of another user with such names are kept by a server run as root',
  async () => {
    const theirs = join(folder, `${dead()}theirs`)
    await mkdir(theirs)
    await chown(theirs, 65534, 65534)
    await sweepScratch(folder)
    expect(existsSync(theirs)).toBe(true)
  },
)
