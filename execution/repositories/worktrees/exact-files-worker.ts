import { createHash } from 'node:crypto'
import { closeSync, lstatSync, openSync, readdirSync, readFileSync, readlinkSync, readSync } from 'node:fs'
import type { BigIntStats } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import type { ExactFiles, ExactFilesRequest } from './exact-files.ts'
import { type IndexEntry, readIndexFile } from './index-file.ts'

if (!parentPort) throw new Error('exact-files-worker.ts is started by exact-files.ts')
const port = parentPort

const block = Buffer.alloc(1024 * 1024)

/** The name that git assigns to a file's content. Source: gitformat-loose(5). */
const shaOf = (path: Buffer, sizeBytes: number): string => {
  const hash = createHash('sha1').update(`blob ${sizeBytes}\0`)
  const file = openSync(path, 'r')
  try {
    for (let read = readSync(file, block); read > 0; read = readSync(file, block)) hash.update(block.subarray(0, read))
  } finally {
    closeSync(file)
  }
  return hash.digest('hex')
}

const shaOfLink = (path: Buffer) => {
  const target = readlinkSync(path, { encoding: 'buffer' })
  return createHash('sha1').update(`blob ${target.length}\0`).update(target).digest('hex')
}

type ExpectedFile = ExactFilesRequest['files'] extends ReadonlyMap<string, infer T> ? T : never

const hasKind = (status: BigIntStats, { mode }: ExpectedFile, mask: number) => {
  if (mode === '120000') return status.isSymbolicLink()
  const wanted = mask & (mode === '100755' ? 0o777 : 0o666)
  return status.isFile() && mode.startsWith('100') && (Number(status.mode) & 0o7777) === wanted && status.nlink === 1n
}

const hasContent = (path: Buffer, status: BigIntStats, { mode, sha }: ExpectedFile) =>
  (mode === '120000' ? shaOfLink(path) : shaOf(path, Number(status.size))) === sha

/** Undefined if a name, a kind or a mode differs from the expected: no content is read for that. */
const findAll = ({ root, files, folders, mask }: ExactFilesRequest) => {
  const start = Buffer.from(`${root}/`)
  const owner = lstatSync(root, { bigint: true }).uid
  /** The files by their path as latin1, submodules left out. */
  const statuses = new Map<string, BigIntStats>()
  let found = 0
  let sizeBytes = 0
  const waiting: Buffer[] = [Buffer.alloc(0)]
  for (let name = waiting.pop(); name; name = waiting.pop()) {
    const path = Buffer.concat([start, name])
    const status = lstatSync(path, { bigint: true })
    const key = name.toString('latin1')
    const file = files.get(key)
    sizeBytes += 512 * Number(status.blocks)
    if (file) found += 1
    if (status.uid !== owner) return undefined
    if (file && file.mode !== '160000') {
      if (!hasKind(status, file, mask)) return undefined
      statuses.set(key, status)
      continue
    }
    if (!status.isDirectory() || (Number(status.mode) & 0o7777) !== mask || !(file || folders.has(key)))
      return undefined
    for (const entry of readdirSync(path, { encoding: 'buffer' }))
      waiting.push(name.length === 0 ? entry : Buffer.concat([name, Buffer.from('/'), entry]))
  }
  return found === files.size ? { sizeBytes, statuses } : undefined
}

const examine = (asked: ExactFilesRequest): ExactFiles | undefined => {
  const found = findAll(asked)
  if (!found) return undefined
  for (const [key, status] of found.statuses) {
    const path = Buffer.concat([Buffer.from(`${asked.root}/`), Buffer.from(key, 'latin1')])
    if (!hasContent(path, status, asked.files.get(key)!)) return undefined
  }
  const index = indexOver(asked, found.statuses)
  return { sizeBytes: found.sizeBytes, ...(index && { index }) }
}

/** The index, when git would find all of these files in it, and none of them changed since it looked. */
const indexOver = ({ index: path, files }: ExactFilesRequest, statuses: ReadonlyMap<string, BigIntStats>) => {
  const index = readIndexFile(readFileSync(path))
  if (index?.entries.length !== files.size) return undefined
  const isKnown = ({ path: key, mode, sha, mtimeNs, sizeBytes }: IndexEntry) => {
    const file = files.get(key)
    const status = statuses.get(key)
    if (file?.mode !== mode || file.sha !== sha) return false
    if (mode === '160000') return true
    return status?.mtimeNs === mtimeNs && Number(status.size & 0xffffffffn) === sizeBytes
  }
  return new Set(index.entries.map(({ path: key }) => key)).size === files.size && index.entries.every(isKnown)
    ? index.plain
    : undefined
}

port.on('message', (asked: ExactFilesRequest) => {
  let exact: ExactFiles | undefined
  try {
    exact = examine(asked)
  } catch {
    // A folder that cannot be looked at is not exact.
  }
  port.postMessage(exact)
})
