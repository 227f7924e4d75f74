import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { git } from '../git.ts'
import { packFolder } from './pack-store.ts'

const types = { commit: 1, tree: 2 } as const

interface PackedObject {
  readonly kind: keyof typeof types
  readonly content: string
}

/** The name of an object: SHA-1, in hexadecimal digits. */
export const shaOf = ({ kind, content }: PackedObject): string =>
  sha1(`${kind} ${Buffer.byteLength(content)}\0${content}`).toString('hex')

/** Writes a few short objects as a pack with its index, and returns its name. Source: gitformat-pack(5). */
export const writePack = async (folder: string, objects: readonly PackedObject[]): Promise<string> => {
  const head = Buffer.concat([Buffer.from('PACK'), uint32(2, objects.length)])
  const entries = objects.map((object) => ({ sha: shaOf(object), bytes: entryOf(object) }))
  const places = entries.map(({ sha, bytes }, place) => ({
    sha,
    crc: crc32(bytes),
    at: entries.slice(0, place).reduce((sum, before) => sum + before.bytes.length, head.length),
  }))
  const pack = signed(Buffer.concat([head, ...entries.map(({ bytes }) => bytes)]))
  const checksum = pack.subarray(-20)
  const name = `pack-${checksum.toString('hex')}`
  // A pack before its index, by which git finds it.
  await writeFile(join(folder, `${name}.pack`), pack, { mode: 0o444 })
  await writeFile(join(folder, `${name}.idx`), indexOf(places, checksum), { mode: 0o444 })
  return name
}

interface IndexEntry {
  readonly sha: string
  readonly crc: number
  /** Where the entry begins in the pack. */
  readonly at: number
}

const indexOf = (places: readonly IndexEntry[], checksum: Buffer): Buffer => {
  const sorted = places.toSorted((one, other) => (one.sha < other.sha ? -1 : 1))
  const firstBytes = sorted.map(({ sha }) => Number.parseInt(sha.slice(0, 2), 16))
  const counts = Array.from({ length: 256 }, (_, byte) => firstBytes.filter((first) => first <= byte).length)
  return signed(
    Buffer.concat([
      Buffer.from('\xfftOc', 'latin1'),
      uint32(2, ...counts),
      ...sorted.map(({ sha }) => Buffer.from(sha, 'hex')),
      uint32(...sorted.map(({ crc }) => crc)),
      uint32(...sorted.map(({ at }) => at)),
      checksum,
    ]),
  )
}

/** The type and the size of an object, then its deflated content. */
const entryOf = ({ kind, content }: PackedObject): Buffer => {
  const bytes = Buffer.from(content)
  const head = [(types[kind] << 4) | (bytes.length & 15)]
  for (let rest = bytes.length >> 4; rest > 0; rest >>= 7) {
    head[head.length - 1]! |= 128
    head.push(rest & 127)
  }
  return Buffer.concat([Buffer.from(head), deflateSync(bytes)])
}

const uint32 = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length)
  values.forEach((value, place) => bytes.writeUInt32BE(value, 4 * place))
  return bytes
}

const signed = (bytes: Buffer): Buffer => Buffer.concat([bytes, sha1(bytes)])

const sha1 = (bytes: Buffer | string): Buffer => createHash('sha1').update(bytes).digest()

const packingMs = 15 * 60_000

/** Packs the objects that these reach, without those behind a `^`. Returns the packs' names, none if nothing is new. */
export const packNew = async (gitDir: string, revisions: readonly string[]): Promise<string[]> => {
  const argv = ['pack-objects', '--revs', '--quiet', '--non-empty', '--delta-base-offset', '--threads=1']
  const input = revisions.map((one) => `${one}\n`).join('')
  const { stdout } = await git([...argv, join(packFolder(gitDir), 'pack')], { gitDir, input, timeoutMs: packingMs })
  return packNames(stdout)
}

/** The names of the packs that git reports as written. */
export const packNames = (stdout: Buffer): string[] =>
  stdout
    .toString()
    .split('\n')
    .filter(Boolean)
    .map((hash) => `pack-${hash}`)
