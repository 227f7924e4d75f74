import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wholeText } from './answer-frames.ts'

async function* inPieces(text: string, cuts: readonly number[]) {
  const places = [0, ...cuts.map((cut) => cut % (text.length + 1)).toSorted((a, b) => a - b), text.length]
  for (const [at, from] of places.slice(0, -1).entries()) yield text.slice(from, places[at + 1])
}

test('pieces join to the text, and none ends within a line end or a character', () =>
  fc.assert(
    fc.asyncProperty(
      fc.string({ unit: fc.constantFrom('a', '\r', '\n', '\r\n', '😀') }),
      fc.array(fc.nat(200)),
      async (text, cuts) => {
        const pieces = await Array.fromAsync(wholeText(inPieces(text, cuts)))
        expect(pieces.join('')).toBe(text)
        const cut = pieces.findIndex((piece, at) => piece.endsWith('\r') && pieces[at + 1]?.startsWith('\n'))
        expect(cut).toBe(-1)
        for (const piece of pieces) expect([piece.isWellFormed(), piece]).toEqual([true, piece])
        expect(pieces).not.toContain('')
      },
    ),
  ))
