import { createHash } from 'node:crypto'
import { lstat, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  foldersOfOthers,
  protectedMostBytes,
  reasonForFile,
  reasonForName,
} from '../../../execution/repositories/index.ts'

/** A file beside the repository that programs need and that does not belong in it. */
export interface ProtectedFile {
  readonly path: string
  readonly reason: string
  readonly mode: '100644' | '100755' | '100600'
  readonly contentBase64: string
  readonly sha256: string
}

const filesMost = 1_000
const foldersMost = 20_000

/**
 * The protected files of a work tree that `tracked` does not name, at most 1,000 of at most 1 MiB, sorted by path.
 * Links, folders of packages and build results, and repositories inside are not looked into.
 */
export const findProtectedFiles = async (
  workTree: string,
  tracked: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<ProtectedFile[]> => {
  const found: ProtectedFile[] = []
  const folders = ['']
  for (let at = 0; at < folders.length && at < foldersMost && found.length < filesMost; at += 1) {
    signal.throwIfAborted()
    const folder = folders[at]!
    const entries = await readdir(join(workTree, folder), { withFileTypes: true }).catch(() => [])
    if (folder !== '' && entries.some(({ name }) => name === '.git')) continue
    for (const entry of entries) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory() && !foldersOfOthers.has(entry.name)) folders.push(path)
      if (!entry.isFile() || tracked.has(path) || reasonForName(entry.name) === undefined) continue
      const file = await readProtected(workTree, path, entry.name)
      if (file) found.push(file)
    }
  }
  return found.slice(0, filesMost).sort((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)))
}

const readProtected = async (workTree: string, path: string, name: string): Promise<ProtectedFile | undefined> => {
  const { size, mode } = await lstat(join(workTree, path))
  // A path that is not UTF-8 cannot be named in the manifest, and programs do not look for such a file.
  if (size > protectedMostBytes || path.includes('\uFFFD')) return undefined
  const content = await readFile(join(workTree, path)).catch(() => undefined)
  const reason = content && reasonForFile(name, content)
  return content && reason !== undefined ? protectedFile(path, reason, { content, mode }) : undefined
}

export interface FileContent {
  readonly content: Buffer
  readonly mode: number
}

export const protectedFile = (path: string, reason: string, { content, mode }: FileContent): ProtectedFile => ({
  path,
  reason,
  mode: mode & 0o100 ? '100755' : mode & 0o077 ? '100644' : '100600',
  contentBase64: content.toString('base64'),
  sha256: createHash('sha256').update(content).digest('hex'),
})
