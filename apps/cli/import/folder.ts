import { createReadStream } from 'node:fs'
import { lstat, mkdir, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { pack, type Pack } from 'tar-stream'
import { commitFolder, git, splitNul, writeBare, type LeftOutPath } from '../../../execution/repositories/index.ts'
import { failed } from '../failure.ts'
import { findProtectedFiles, type ProtectedFile } from '../repository/protected-files.ts'

/** A folder without a repository, as one commit in a repository of ours. */
interface CommittedFolder {
  readonly gitDir: string
  readonly commitSha: string
  readonly branch: string
  readonly protectedFiles: readonly ProtectedFile[]
  readonly leftOut: readonly LeftOutPath[]
}

/** Makes the commit that a server would make of this folder; `scratch` takes temporary files. */
export const commitPlainFolder = async (
  path: string,
  scratch: string,
  signal: AbortSignal,
): Promise<CommittedFolder> => {
  const listed = await listFiles(path, scratch, signal)
  const protectedFiles = await findProtectedFiles(path, new Set(), signal)
  const protectedPaths = new Set(protectedFiles.map((file) => file.path))
  const place = join(scratch, 'folder')
  await mkdir(place)
  const files = listed.files.filter((file) => !protectedPaths.has(file.toString()))
  const commit = await commitFolder(place, archiveOf(path, files, signal), { signal }).catch((error: unknown) => {
    throw unreadable(error)
  })
  if (!commit.ok) {
    const [first] = commit.rejected
    throw failed(first!.rule, `${path} cannot be imported: ${first!.message}`, { fields: commit.rejected })
  }
  return { ...commit, protectedFiles, leftOut: [...listed.leftOut, ...commit.leftOut] }
}

/** The files of a folder that git would not ignore, and the names of the others. */
const listFiles = async (path: string, scratch: string, signal: AbortSignal) => {
  const gitDir = join(scratch, 'listing.git')
  await writeBare(gitDir, 'main')
  const list = async (...which: string[]) => {
    const argv = ['ls-files', '--others', '--exclude-standard', '-z', ...which]
    const call = { gitDir, workTree: path, signal, timeoutMs: 10 * 60_000, maxOutputBytes: 512 * 1024 * 1024 }
    return splitNul((await git(argv, call)).stdout)
  }
  const [found, ignored] = await Promise.all([list(), list('--ignored', '--directory')])
  const isFolder = (name: Buffer) => name.at(-1) === 0x2f
  const leftOut = [
    ...ignored.map((name) => leftOutOf(name, 'ignored by git')),
    ...found.filter(isFolder).map((name) => leftOutOf(name, 'a repository of its own')),
  ]
  return { files: found.filter((name) => !isFolder(name)), leftOut }
}

const leftOutOf = (name: Buffer, reason: string): LeftOutPath => ({ path: name.toString(), reason, files: 1 })

/** Files that went, changed or are closed to this person while they are read. */
const unreadable = (error: unknown) => {
  const { message, syscall } = error as NodeJS.ErrnoException
  const isTheirs = syscall !== undefined || message === 'Size mismatch'
  return isTheirs ? failed('unreadable', `A file could not be read as it stood: ${message}. Try again.`) : error
}

/** The files as a tar archive. Where packing fails, before anything is read too, the reading ends with the same error. */
const archiveOf = (folder: string, files: readonly Buffer[], signal: AbortSignal): PassThrough => {
  const tar = pack()
  // The reader of the archive gets the error.
  const archive = new PassThrough().on('error', () => undefined)
  // The streams of tar-stream are streamx, whose types differ from those of Node.
  pipeline(tar as unknown as NodeJS.ReadableStream, archive).catch(() => undefined)
  packFiles(tar, folder, files, signal).catch((error: unknown) => tar.destroy(error as Error))
  return archive
}

const packFiles = async (tar: Pack, folder: string, files: readonly Buffer[], signal: AbortSignal) => {
  for (const name of files) {
    signal.throwIfAborted()
    const at = Buffer.concat([Buffer.from(`${folder}/`), name])
    const status = await lstat(at)
    const { mode, mtime, size } = status
    const header = { name: name.toString(), mode, mtime }
    if (status.isSymbolicLink()) tar.entry({ ...header, type: 'symlink', linkname: await readlink(at, 'utf8') })
    else if (status.isFile())
      await pipeline(createReadStream(at), tar.entry({ ...header, size }) as unknown as Writable, { signal })
    else tar.entry({ ...header, type: 'fifo' })
  }
  tar.finalize()
}
