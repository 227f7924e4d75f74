import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import pLimit from 'p-limit'
import { undefinedIfAbsent } from '../storage/index.ts'
import { faultOfPath, formatSums } from './backup-paths.ts'
import { copyFile, notPlain } from './copy-file.ts'
import { type Description, BackupRefusal } from './description.ts'

const run = promisify(execFile)
const filesAtOnce = 4

type BackupMeta = Pick<Description, 'atelier' | 'createdAt' | 'database' | 'objectsIn'>

/** A backup that comes into being beside its place, under another name, closed to other users: decisions/0040. */
export type BackupWriter = Awaited<ReturnType<typeof openBackupWriter>>

interface Draft {
  readonly folder: string
  readonly signal: AbortSignal
  readonly sums: Map<string, string>
  readonly emptyFolders: Set<string>
  sizeBytes: number
}

/** Throws a BackupRefusal if `to` is not empty, and the reason of an aborted `signal` from any step. */
export const openBackupWriter = async (to: string, signal: AbortSignal) => {
  if (!(await isEmpty(to)))
    throw new BackupRefusal(`${to} already exists. Name a folder that does not exist: a backup is never added to.`)
  const folder = `${to}.incomplete-${randomUUID().slice(0, 8)}`
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const discarding = new AbortController()
  const signals = AbortSignal.any([signal, discarding.signal])
  const draft: Draft = { folder, signal: signals, sums: new Map(), emptyFolders: new Set(), sizeBytes: 0 }
  const limit = pLimit(filesAtOnce)
  const underWay = new Set<Promise<boolean>>()
  const file = async (source: string, path: string) => {
    const copying = limit(() => copyInto(draft, source, path))
    underWay.add(copying)
    try {
      return await copying
    } finally {
      underWay.delete(copying)
    }
  }
  const emptyFolder = (path: string): void => {
    refuseFaulty(path, faultOfPath(`${path}/file`))
    draft.emptyFolders.add(path)
  }
  return {
    /** Copies a file under a path of the list; skips a file that is already listed. False if the source has gone. */
    file,
    text: (path: string, content: string) => writeInto(draft, path, content),
    /**
     * Copies the content of a folder, links and other things refused. `isLeftOut` is asked with paths from there. Returns
     * the number of files that disappeared during the copy; a second copy takes the missing files.
     */
    tree: (source: string, path: string, isLeftOut: (path: string) => boolean = () => false) =>
      copyTree({ file, emptyFolder, source, path, isLeftOut }, ''),
    /** Notes a folder that exists, with or without files. */
    emptyFolder,
    /** Writes list and description, makes the disk keep all of it, and names the backup. */
    finish: (about: BackupMeta) => finish(draft, to, about),
    /** Leaves nothing behind; does nothing after `finish`. */
    discard: async () => {
      discarding.abort(new Error('The backup was discarded.'))
      // A copy under way would write the file again.
      await Promise.allSettled(underWay)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const refuseFaulty = (path: string, fault: string | undefined) => {
  if (fault) throw new BackupRefusal(`“${path}” cannot be backed up: it ${fault}.`)
}

const placeIn = async ({ folder }: Draft, path: string) => {
  refuseFaulty(path, faultOfPath(path))
  const place = join(folder, path)
  await mkdir(dirname(place), { recursive: true, mode: 0o700 })
  return place
}

const copyInto = async (draft: Draft, source: string, path: string) => {
  draft.signal.throwIfAborted()
  if (draft.sums.has(path)) return true
  const copied = await copyFile(source, await placeIn(draft, path), draft.signal)
  if (!copied) return false
  draft.sums.set(path, copied.sha256)
  draft.sizeBytes += copied.sizeBytes
  return true
}

const writeInto = async (draft: Draft, path: string, content: string) => {
  await writeFile(await placeIn(draft, path), content, { flag: 'wx', mode: 0o600 })
  draft.sums.set(path, sha256Of(content))
  draft.sizeBytes += Buffer.byteLength(content)
}

interface TreeToCopy {
  readonly file: (source: string, path: string) => Promise<boolean>
  readonly emptyFolder: (path: string) => void
  readonly source: string
  readonly path: string
  readonly isLeftOut: (path: string) => boolean
}

const copyTree = async (copying: TreeToCopy, at: string): Promise<number> => {
  const { source, path, isLeftOut } = copying
  const entries = await readdir(join(source, at), { withFileTypes: true }).catch(undefinedIfAbsent)
  if (!entries) return 1
  const taken = entries.filter(({ name }) => !isLeftOut(join(at, name)))
  if (taken.length === 0) copying.emptyFolder(join(path, at))
  const gone = await Promise.all(
    taken.map(async (entry) => {
      const name = join(at, entry.name)
      if (entry.isDirectory()) return copyTree(copying, name)
      if (!entry.isFile()) throw notPlain(join(source, name))
      return (await copying.file(join(source, name), join(path, name))) ? 0 : 1
    }),
  )
  return gone.reduce((sum, one) => sum + one, 0)
}

const finish = async (draft: Draft, to: string, about: BackupMeta): Promise<Description> => {
  const { folder, signal, sums, emptyFolders, sizeBytes } = draft
  const list = formatSums(sums)
  const description: Description = {
    format: 1,
    ...about,
    files: sums.size,
    sizeBytes,
    sumsSha256: sha256Of(list),
    emptyFolders: [...emptyFolders].sort(),
  }
  await writeFile(join(folder, 'SHA256SUMS'), list, { flag: 'wx', mode: 0o600 })
  await writeFile(join(folder, 'backup.json'), `${JSON.stringify(description, null, 1)}\n`, { flag: 'wx', mode: 0o600 })
  await syncDisk(folder)
  signal.throwIfAborted()
  await rename(folder, to)
  await syncDisk(dirname(to))
  return description
}

export const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Whether there is nothing, or an empty folder; a disk of its own may hold what its file system keeps there. */
export const isEmpty = async (path: string): Promise<boolean> => {
  const status = await stat(path).catch(undefinedIfAbsent)
  if (!status) return true
  return status.isDirectory() && (await readdir(path)).every((name) => name === 'lost+found')
}

/** Makes the disk of a folder keep everything: one call, since syncing 100,000 files one by one takes minutes. */
export const syncDisk = async (folder: string): Promise<void> => {
  await run('sync', ['-f', folder])
}
