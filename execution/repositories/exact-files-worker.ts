import { createHash } from 'node:crypto'
import { closeSync, lstatSync, openSync, readdirSync, readlinkSync, readSync, type Stats } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import type { ExactAsked } from './exact-files.ts'

if (!parentPort) throw new Error('exact-files-worker.ts is started by exact-files.ts')
const port = parentPort

const block = Buffer.alloc(1024 * 1024)

/** The name that git gives a file's content. Source: gitformat-loose(5). */
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

/** Undefined where anything differs from what is expected. */
const sizeIfExact = ({ root, files, folders, mask }: ExactAsked): number | undefined => {
  const start = Buffer.from(`${root}/`)
  const owner = lstatSync(root).uid
  let found = 0
  let sizeBytes = 0
  const isExactFile = (path: Buffer, status: Stats, { mode, sha }: { mode: string; sha: string }) => {
    if (mode === '120000') return status.isSymbolicLink() && shaOfLink(path) === sha
    const wanted = mask & (mode === '100755' ? 0o777 : 0o666)
    if (!status.isFile() || !mode.startsWith('100') || (status.mode & 0o7777) !== wanted || status.nlink !== 1)
      return false
    return shaOf(path, status.size) === sha
  }
  const waiting: Buffer[] = [Buffer.alloc(0)]
  for (let name = waiting.pop(); name; name = waiting.pop()) {
    const path = Buffer.concat([start, name])
    const status = lstatSync(path)
    const key = name.toString('latin1')
    const file = files.get(key)
    sizeBytes += 512 * status.blocks
    if (file) found += 1
    if (status.uid !== owner) return undefined
    if (file && file.mode !== '160000') {
      if (!isExactFile(path, status, file)) return undefined
      continue
    }
    if (!status.isDirectory() || (status.mode & 0o7777) !== mask || !(file || folders.has(key))) return undefined
    for (const entry of readdirSync(path, { encoding: 'buffer' }))
      waiting.push(name.length === 0 ? entry : Buffer.concat([name, Buffer.from('/'), entry]))
  }
  return found === files.size ? sizeBytes : undefined
}

port.on('message', (asked: ExactAsked) => {
  let size: number | undefined
  try {
    size = sizeIfExact(asked)
  } catch {
    // What cannot be looked at is not exact.
  }
  port.postMessage(size)
})
