import fc from 'fast-check'
import { expect, test } from 'vitest'
import { piecesOf } from './blob-pieces.ts'

test('pieces hold every byte in order, none is larger than asked for, and each run as long as the overlap is whole in one', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.uint8Array({ maxLength: 30 }).map((bytes) => Buffer.from(bytes))),
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 0, max: 10 }),
      async (chunks, more, overlapBytes) => {
        const pieceBytes = overlapBytes + more
        const whole = Buffer.concat(chunks)
        let at = 0
        const pieces = await Array.fromAsync(piecesOf(asyncly(chunks), pieceBytes, overlapBytes))
        for (const piece of pieces) {
          expect(piece.length).toBeLessThanOrEqual(pieceBytes)
          const begin = Math.max(0, at - overlapBytes)
          expect(piece).toEqual(whole.subarray(begin, begin + piece.length))
          expect(begin + piece.length).toBeGreaterThan(at)
          at = begin + piece.length
        }
        expect(at).toBe(whole.length)
      },
    ),
  ))

async function* asyncly(chunks: readonly Buffer[]): AsyncGenerator<Buffer> {
  for (const chunk of chunks) yield await Promise.resolve(chunk)
}
