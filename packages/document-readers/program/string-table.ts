import { RefusedDocumentError } from './fault.ts'

const stringsMost = 20_000_000
const blockBytes = 2 ** 20

/** Strings by their numbers from 0. */
export type StringTable = ReturnType<typeof openStringTable>

/** Keeps many strings in a few large buffers: each costs its bytes in UTF-8 and eight more. */
export const openStringTable = () => {
  const blocks: Buffer[] = []
  // The end of each string as block × 2^20 and the place in it; its start is the end before, or 0 in a new block.
  let ends = new Float64Array(1_024)
  let count = 0
  let used = blockBytes
  return {
    add: (text: string) => {
      if (count >= stringsMost) throw new RefusedDocumentError('too_large')
      const length = Buffer.byteLength(text)
      if (used + length > blockBytes - 1) {
        blocks.push(Buffer.allocUnsafeSlow(Math.max(blockBytes, length)))
        used = 0
      }
      blocks.at(-1)!.write(text, used)
      used += length
      if (count === ends.length) {
        const more = new Float64Array(count * 2)
        more.set(ends)
        ends = more
      }
      ends[count] = (blocks.length - 1) * blockBytes + used
      count += 1
    },
    /** Empty for a number that has none. */
    at: (number: number) => {
      if (!Number.isInteger(number) || number < 0 || number >= count) return ''
      const end = ends[number]!
      const block = Math.floor(end / blockBytes)
      const before = number === 0 ? 0 : ends[number - 1]!
      const start = Math.floor(before / blockBytes) === block ? before - block * blockBytes : 0
      return blocks[block]!.toString('utf8', start, end - block * blockBytes)
    },
  }
}
