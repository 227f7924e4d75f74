import { pipeline } from 'node:stream/promises'
import type { Readable } from 'node:stream'
import { extract, type Header } from 'tar-stream'
import type { FastImport, MarkedFile } from './fast-import.ts'
import { linkFault, placePath } from './folder-paths.ts'
import { shownPath } from '../paths.ts'
import { foldersOfOthers, protectedMostBytes, reasonForFile, reasonForName } from '../worktrees/protected-rules.ts'
import type { Rejection, RejectionRule } from '../repositories.ts'

/** How much one folder may hold. */
export const folderLimits = {
  entries: 1_000_000,
  bytes: 5 * 1024 ** 3,
  pathsBytes: 64 * 1024 ** 2,
  rulesBytes: 16 * 1024 ** 2,
}

export type FolderLimits = Readonly<typeof folderLimits>

/** An entry from tar-stream, with more fields than in its types. */
interface Entry extends AsyncIterable<unknown> {
  readonly header: Pick<Header, 'name' | 'size' | 'mode' | 'mtime' | 'pax'> & {
    readonly type: Header['type'] | null
    readonly linkname: string | null
  }
  resume(): unknown
}

/** A folder that cannot be taken: the upload is not an archive, or holds too much. */
export class FolderRefusedError extends Error {
  readonly rejection: Rejection

  constructor(rule: RejectionRule, message: string) {
    super(message)
    this.name = 'FolderRefusedError'
    this.rejection = { path: 'folder', rule, message }
  }
}

/** The entries of a folder's archive. The later of two entries with one path counts, as it does for tar. */
export interface FolderEntries {
  readonly files: Map<string, MarkedFile & { readonly atSeconds: number }>
  readonly protected: Map<string, string>
  /** The contents of `.gitignore` files. */
  readonly rules: Map<string, Buffer>
  readonly leftOut: { readonly path: string; readonly reason: string }[]
}

/** Reads a tar archive to its end, its files into git. Throws a `FolderRefusedError`. */
export const readEntries = async (
  tar: Readable,
  into: FastImport,
  limits: FolderLimits,
  signal: AbortSignal | undefined,
): Promise<FolderEntries> => {
  const entries: FolderEntries = { files: new Map(), protected: new Map(), rules: new Map(), leftOut: [] }
  const reading = extract()
  const feeding = pipeline(tar, counted(limits.bytes), reading, { ...(signal && { signal }) })
  feeding.catch(() => undefined)
  let seen = 0
  let pathsBytes = 0
  try {
    for await (const entry of reading) {
      seen += 1
      pathsBytes += entry.header.name.length
      if (seen > limits.entries) throw tooLarge(`${limits.entries} entries`)
      if (pathsBytes > limits.pathsBytes) throw tooLarge(`${limits.pathsBytes} bytes of paths`)
      await takeEntry(entries, entry, into, limits)
      entry.resume()
    }
    await feeding
  } catch (error) {
    reading.destroy()
    signal?.throwIfAborted()
    throw faultOf(error, seen)
  }
  return entries
}

const counted = (mostBytes: number) =>
  async function* (source: AsyncIterable<Buffer>) {
    let bytes = 0
    for await (const chunk of source) {
      bytes += chunk.length
      if (bytes > mostBytes) throw tooLarge(`${mostBytes} bytes`)
      yield chunk
    }
  }

const tooLarge = (more: string) =>
  new FolderRefusedError('too_large', `The folder has more than ${more}, which is more than Atelier takes.`)

/** The fault of an archive that tar-stream cannot read, in words for people. */
const faultOf = (error: unknown, seen: number) => {
  const message = error instanceof Error ? error.message : ''
  if (message.startsWith('Header exceeds max size')) return tooLarge('4 MiB in one header')
  if (message.startsWith('Unexpected end of data') && seen > 0)
    return new FolderRefusedError('truncated', 'The archive ends too early. Make it again, or send all of it.')
  if (!/^(Invalid (tar )?header|Unexpected end of data)/.test(message)) return error
  return seen === 0
    ? new FolderRefusedError('not_a_tar', 'These bytes are no tar archive. Make one with tar, without compression.')
    : new FolderRefusedError('corrupt', 'The archive is damaged: an entry of it cannot be read. Make it again.')
}

const takeEntry = async (entries: FolderEntries, entry: Entry, into: FastImport, limits: FolderLimits) => {
  const { header } = entry
  if (header.type === 'directory' && header.name !== '') return
  const { path, reason } = placePath(header.name)
  if (path === undefined) {
    entries.leftOut.push({ path: header.name, reason })
    return
  }
  dropEntry(entries, path)
  const outcome = await takeAt(entries, path, entry, into, limits)
  if (outcome !== undefined) entries.leftOut.push({ path, reason: outcome })
}

/** Forgets an earlier entry with the path, for a later one replaces it. */
export const dropEntry = (entries: FolderEntries, path: string): void => {
  entries.files.delete(path)
  entries.protected.delete(path)
  entries.rules.delete(path)
}

/** Takes one entry in, or records why it is left out. */
const takeAt = async (entries: FolderEntries, path: string, entry: Entry, into: FastImport, limits: FolderLimits) => {
  const { header } = entry
  const atSeconds = secondsOf(header.mtime)
  if (Object.keys(header.pax ?? {}).some((key) => key.startsWith('GNU.sparse'))) return 'a sparse file'
  if (header.type === 'symlink') {
    const target = header.linkname ?? ''
    const fault = linkFault(path, target)
    if (fault !== undefined) return fault
    const bytes = Buffer.from(target)
    const mark = await into.blob(bytes.length, piecesOf(bytes))
    entries.files.set(path, { path, mode: '120000', mark, atSeconds })
    return undefined
  }
  if (header.type === 'link') return takeTwin(entries, path, header.linkname ?? '')
  if (header.type !== 'file' && header.type !== 'contiguous-file') return 'neither a file nor a link'
  const mode = header.mode & 0o100 ? '100755' : '100644'
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (reasonForName(name) !== undefined || name === '.gitignore')
    return takeHeld(entries, { path, mode, atSeconds, name }, entry, into, limits)
  entries.files.set(path, { path, mode, mark: await into.blob(entry.header.size, bytesOf(entry)), atSeconds })
  return undefined
}

/** A second name of a file: it has to be a file that came before. */
const takeTwin = ({ files }: FolderEntries, path: string, target: string) => {
  const twin = files.get(placePath(target).path ?? '')
  if (!twin) return 'a second name of a file that is not in the folder'
  files.set(path, { ...twin, path })
  return undefined
}

/** A file whose content decides: a file that may be protected, or that defines ignored files. */
const takeHeld = async (
  entries: FolderEntries,
  { path, name, mode, atSeconds }: { path: string; name: string; mode: MarkedFile['mode']; atSeconds: number },
  entry: Entry,
  into: FastImport,
  limits: FolderLimits,
): Promise<string | undefined> => {
  const isRules = name === '.gitignore'
  if (entry.header.size > protectedMostBytes) {
    if (isRules) throw tooLarge(`${protectedMostBytes} bytes in ${shownPath(Buffer.from(path.slice(0, 300)))}`)
    return 'credentials of more than 1 MiB'
  }
  const content = Buffer.concat(await Array.fromAsync(bytesOf(entry)))
  const reason = reasonForFile(name, content)
  if (reason !== undefined) {
    if (path.split('/').some((part) => foldersOfOthers.has(part)))
      return 'credentials in a folder that is made by tools'
    entries.protected.set(path, reason)
    return undefined
  }
  if (isRules) {
    entries.rules.set(path, content)
    const rulesBytes = [...entries.rules.values()].reduce((sum, { length }) => sum + length, 0)
    if (rulesBytes > limits.rulesBytes) throw tooLarge(`${limits.rulesBytes} bytes of .gitignore files`)
  }
  entries.files.set(path, { path, mode, mark: await into.blob(content.length, piecesOf(content)), atSeconds })
  return undefined
}

/** Chunks of an entry; an empty entry has none. */
const bytesOf = (entry: Entry): AsyncIterable<Buffer> =>
  entry.header.size === 0 ? piecesOf() : (entry as AsyncIterable<Buffer>)

async function* piecesOf(...pieces: Buffer[]) {
  yield* pieces
}

const latestSeconds = 2 ** 31 - 1
const secondsOf = (mtime: Date | undefined) => {
  const seconds = Math.floor((mtime?.getTime() ?? 0) / 1000)
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), latestSeconds) : 0
}
