import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openStringCutter } from './host-request.ts'

const cutIn = (source: string, most: number, pieceBytes = source.length + 1) => {
  const cut = openStringCutter(most)
  const bytes = Buffer.from(source)
  const pieces: Buffer[] = []
  for (let at = 0; at < bytes.length; at += pieceBytes) pieces.push(cut(bytes.subarray(at, at + pieceBytes)))
  return Buffer.concat(pieces).toString()
}

test.each([
  ['[{"body":"long words","id":1}]', '[{"body":"long","id":1}]'],
  ['["abc\\n\\"def"]', '["abc\\n"]'],
  ['["abc\\ud83d\\ude00"]', '["abc\\ud83d"]'],
  ['["ééé"]', '["éé"]'],
  ['["abc€€"]', '["abc€"]'],
  ['["abcd\\\\","x"]', '["abcd","x"]'],
] as const)('%s becomes %s', (source, expected) => {
  expect(cutIn(source, 4)).toBe(expected)
})

test('JSON stays JSON however it is cut into pieces, and short strings stay whole', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(20), fc.integer({ min: 1, max: 7 }), (value, most, pieceBytes) => {
      const source = JSON.stringify(value)
      JSON.parse(cutIn(source, most, pieceBytes))
      expect(cutIn(source, most, pieceBytes)).toBe(cutIn(source, most))
      expect(JSON.parse(cutIn(source, source.length, pieceBytes))).toEqual(JSON.parse(source))
    }),
  )
})
