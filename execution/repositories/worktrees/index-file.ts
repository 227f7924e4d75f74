import { createHash } from 'node:crypto'

/** A file of the index, with the time and the size that it had when git looked at it last. */
export interface IndexEntry {
  /** As latin1. */
  readonly path: string
  /** Six octal digits. */
  readonly mode: string
  readonly sha: string
  readonly mtimeNs: bigint
  /** The lowest 32 bits. */
  readonly sizeBytes: number
}

const headerBytes = 12
const fixedBytes = 62
const hashBytes = 20

/**
 * Reads a git index of version 2 whose entries are all ordinary: none of a conflict, and none that git skips. Undefined
 * for any other, a malformed one included. `plain` is the entries without the data that may follow them, such as the
 * names of trees that git takes on trust. Source: gitformat-index(5).
 */
export const readIndexFile = (bytes: Buffer) => {
  if (bytes.length < headerBytes + hashBytes || bytes.toString('latin1', 0, 4) !== 'DIRC') return undefined
  if (bytes.readUInt32BE(4) !== 2) return undefined
  const entries: IndexEntry[] = []
  let at = headerBytes
  for (let left = bytes.readUInt32BE(8); left > 0; left -= 1) {
    const end = bytes.indexOf(0, at + fixedBytes)
    // The upper four bits of the flags: assumed unchanged, extended, and the stage.
    if (end === -1 || end > bytes.length - hashBytes || (bytes.readUInt16BE(at + 60) & 0xf000) !== 0) return undefined
    entries.push(entryAt(bytes, at, end))
    at += 8 * Math.ceil((end + 1 - at) / 8)
  }
  const content = bytes.subarray(0, at)
  return { entries, plain: Buffer.concat([content, createHash('sha1').update(content).digest()]) }
}

const entryAt = (bytes: Buffer, at: number, end: number): IndexEntry => ({
  path: bytes.toString('latin1', at + fixedBytes, end),
  mode: bytes
    .readUInt32BE(at + 24)
    .toString(8)
    .padStart(6, '0'),
  sha: bytes.toString('hex', at + 40, at + 60),
  mtimeNs: BigInt(bytes.readUInt32BE(at + 8)) * 1_000_000_000n + BigInt(bytes.readUInt32BE(at + 12)),
  sizeBytes: bytes.readUInt32BE(at + 36),
})
