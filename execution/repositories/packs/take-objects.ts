import { chmod, lstat, mkdir, readdir, rename, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { undefinedIfAbsent } from '../../../platform/storage/index.ts'
import { faultOfFiles, type ObjectsRequest, pathOf } from './loose-object.ts'
import { openThread } from '../../../platform/threads/index.ts'

const thread = openThread<ObjectsRequest, string>({
  module: new URL('./take-objects-worker.ts', import.meta.url),
  answerMs: 15 * 60_000,
})

/**
 * Moves the loose objects that git in a sandbox made into a repository. It is not believed: each has to be an ordinary
 * file, to unpack to a file's content or a well-formed folder, and to be named by its hash, so that none can stand for
 * another. Throws if an object is not; other files stay behind. `from` must have no other user any more.
 */
export const takeObjects = async (from: string, gitDir: string, maxBytes: number): Promise<void> => {
  const shas = await looseIn(from)
  if (shas.length === 0) return
  const fault = await faultOf(from, shas, maxBytes)
  if (fault !== '') throw new Error(`An object that git made in a sandbox is refused: ${fault}`)
  for (const folder of new Set(shas.map((sha) => sha.slice(0, 2))))
    await mkdir(join(gitDir, 'objects', folder), { recursive: true })
  for (const path of shas.map(pathOf)) {
    const to = join(gitDir, 'objects', path)
    if (await renewTime(to)) continue
    await chmod(join(from, path), 0o444)
    await rename(join(from, path), to)
  }
}

const fewShas = 64
const fewBytes = 256 * 1024

/** Checks few and small ones here: starting a thread takes longer. It has the last word on a fault. */
const faultOf = async (folder: string, shas: readonly string[], maxBytes: number): Promise<string> => {
  if (shas.length > fewShas) return thread.ask({ folder, shas, maxBytes })
  const sizes = await Promise.all(shas.map(async (sha) => (await lstat(join(folder, pathOf(sha)))).size))
  if (sizes.reduce((sum, size) => sum + size, 0) > fewBytes) return thread.ask({ folder, shas, maxBytes })
  const atOnce = faultOfFiles({ folder, shas, maxBytes: Math.min(maxBytes, fewBytes) })
  return atOnce === '' ? '' : thread.ask({ folder, shas, maxBytes })
}

/** False for a missing file. An existing one counts as written now, or it could be deleted as long unreached. */
const renewTime = async (path: string): Promise<boolean> =>
  (await utimes(path, new Date(), new Date()).then(() => true, undefinedIfAbsent)) ?? false

const looseIn = async (from: string): Promise<string[]> => {
  const shas: string[] = []
  for (const folder of (await readdir(from)).filter((name) => /^[0-9a-f]{2}$/.test(name))) {
    if (!(await lstat(join(from, folder))).isDirectory()) continue
    const names = await readdir(join(from, folder))
    shas.push(...names.filter((name) => /^[0-9a-f]{38}$/.test(name)).map((name) => folder + name))
  }
  return shas
}
