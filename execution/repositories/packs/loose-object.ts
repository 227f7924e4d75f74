import { createHash } from 'node:crypto'
import { lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { forbiddenName } from '../paths.ts'

const headMaxBytes = 32
const shaBytes = 20
const modes = ['100644', '100755', '120000', '40000', '160000']

export interface ObjectsRequest {
  readonly folder: string
  readonly shas: readonly string[]
  /** Unpacked size of an object. */
  readonly maxBytes: number
}

/** Why one of these loose objects is not to be taken over; empty when all may be. */
export const faultOfFiles = ({ folder, shas, maxBytes }: ObjectsRequest): string =>
  shas.map((sha) => faultOfFile(folder, sha, maxBytes)).find((fault) => fault !== undefined) ?? ''

/** Where a repository keeps a loose object, below `objects`. */
export const pathOf = (sha: string): string => join(sha.slice(0, 2), sha.slice(2))

/** Why the loose object of this sha is not to be taken over; undefined when it may be. Source: gitformat-loose(5). */
const faultOfFile = (folder: string, sha: string, maxBytes: number): string | undefined => {
  const path = join(folder, pathOf(sha))
  const status = lstatSync(path)
  if (!status.isFile() || status.nlink !== 1) return `${sha} is no ordinary file`
  if (status.size > 2 * maxBytes + headMaxBytes) return `${sha} is too large`
  return faultOfObject(unpacked(readFileSync(path), maxBytes + headMaxBytes), sha)
}

const unpacked = (packed: Buffer, maxOutputLength: number): Buffer | undefined => {
  try {
    return inflateSync(packed, { maxOutputLength })
  } catch {
    return undefined
  }
}

/** As `faultOfFile`, for an object's head and content; undefined bytes could not be unpacked. */
const faultOfObject = (bytes: Buffer | undefined, sha: string): string | undefined => {
  if (!bytes) return `${sha} does not unpack, or to too much`
  if (createHash('sha1').update(bytes).digest('hex') !== sha) return `${sha} is named by another hash`
  const end = bytes.subarray(0, headMaxBytes).indexOf(0)
  const head = /^(blob|tree) (0|[1-9]\d*)$/.exec(bytes.toString('latin1', 0, Math.max(end, 0)))
  const content = bytes.subarray(end + 1)
  if (!head || Number(head[2]) !== content.length) return `${sha} is neither a file’s content nor a folder`
  return head[1] === 'tree' ? faultOfTree(content, sha) : undefined
}

/** Entries of a mode that commits may have, with names that no system takes for git's folder, in git's order, each once. */
const faultOfTree = (content: Buffer, sha: string): string | undefined => {
  const names = new Set<string>()
  let before: Buffer | undefined
  for (let at = 0; at < content.length;) {
    const space = content.indexOf(0x20, at)
    const nul = content.indexOf(0, at)
    if (space === -1 || nul < space || nul + 1 + shaBytes > content.length) return `the folder ${sha} is malformed`
    const mode = content.toString('latin1', at, space)
    const name = content.subarray(space + 1, nul)
    const reason = forbiddenName(name)
    if (!modes.includes(mode) || reason !== undefined)
      return `an entry of the folder ${sha} has ${reason ?? 'no mode of a file'}`
    const sorted = mode === '40000' ? Buffer.concat([name, Buffer.from('/')]) : name
    if (names.has(name.toString('latin1')) || (before && Buffer.compare(before, sorted) >= 0))
      return `the folder ${sha} is not in order`
    names.add(name.toString('latin1'))
    before = sorted
    at = nul + 1 + shaBytes
  }
  return undefined
}
