import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'

/**
 * A bundle with one commit, and `deltas` more versions of its only file, of `sizeBytes` each, as deltas upon deltas:
 * some 25 bytes a version, for any size.
 */
export const bundleOfDeltas = ({ deltas, sizeBytes }: { readonly deltas: number; readonly sizeBytes: number }) => {
  const file: Buffer = Buffer.alloc(sizeBytes)
  const tree = Buffer.concat([Buffer.from('100644 file\0'), hash(named('blob', file))])
  const person = 'Ada <ada@example.com> 1700000000 +0000'
  const lines = [
    `tree ${hash(named('tree', tree)).toString('hex')}`,
    `author ${person}`,
    `committer ${person}`,
    '',
    'x',
    '',
  ]
  const commit = Buffer.from(lines.join('\n'))
  const commitSha = hash(named('commit', commit)).toString('hex')
  const entries = [entry(1, commit), entry(2, tree), entry(3, file)]
  for (let at = 0; at < deltas; at += 1) {
    entries.push(entry(6, delta(sizeBytes, at), distance(entries.at(-1)!.length)))
  }
  const header = `# v2 git bundle\n${commitSha} refs/heads/main\n\n`
  return { commitSha, bytes: Buffer.concat([Buffer.from(header), packOf(entries)]) }
}

/** A pack with a commit on a parent whose tree has a file of this name, which git itself may not make. */
export const packWithFile = (name: string, parent: string) => {
  const file = Buffer.from('content')
  const tree = Buffer.concat([Buffer.from(`100644 ${name}\0`), hash(named('blob', file))])
  const person = 'Ada <ada@example.com> 1700000000 +0000'
  const id = hash(named('tree', tree)).toString('hex')
  const commit = Buffer.from(`tree ${id}\nparent ${parent}\nauthor ${person}\ncommitter ${person}\n\nx\n`)
  const pack = packOf([entry(1, commit), entry(2, tree), entry(3, file)])
  return { commitSha: hash(named('commit', commit)).toString('hex'), pack }
}

const packOf = (entries: readonly Buffer[]) => {
  const start = Buffer.alloc(12)
  start.write('PACK')
  start.writeUInt32BE(2, 4)
  start.writeUInt32BE(entries.length, 8)
  const pack = Buffer.concat([start, ...entries])
  return Buffer.concat([pack, hash(pack)])
}

const hash = (bytes: Buffer) => createHash('sha1').update(bytes).digest()

const named = (type: string, content: Buffer) => Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content])

/** Source of these shapes: gitformat-pack(5). */
const entry = (type: number, content: Buffer, base = Buffer.alloc(0)) =>
  Buffer.concat([entryHead(type, content.length), base, deflateSync(content)])

const entryHead = (type: number, length: number) => {
  const rest = length >>> 4
  const first = (type << 4) | (length & 15)
  return rest === 0 ? Buffer.of(first) : Buffer.concat([Buffer.of(first | 128), varint(rest)])
}

const varint = (value: number): Buffer =>
  value < 128 ? Buffer.of(value) : Buffer.concat([Buffer.of((value & 127) | 128), varint(value >>> 7)])

const distance = (bytes: number): Buffer<ArrayBuffer> => {
  const rest = bytes >>> 7
  const last = Buffer.of(bytes & 127)
  return rest === 0 ? last : Buffer.concat([distance(rest - 1).map((byte) => byte | 128), last])
}

/** Four bytes of its own, then all of its base but the last four. */
const delta = (sizeBytes: number, at: number) => {
  const own = Buffer.alloc(4)
  own.writeUInt32BE(at + 1)
  const copied = sizeBytes - 4
  const copy = Buffer.of(0xf0, copied & 255, (copied >>> 8) & 255, copied >>> 16)
  return Buffer.concat([varint(sizeBytes), varint(sizeBytes), Buffer.of(4), own, copy])
}
