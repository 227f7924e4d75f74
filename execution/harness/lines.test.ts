import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineReader } from './lines.ts'
import { readRecord } from './record.ts'

const read = (bytes: Buffer, sizes: readonly number[], lineBytesMax = 1_000, linesMax = 1_000) => {
  const lines: string[] = []
  const reader = lineReader(lineBytesMax, linesMax, (line) => lines.push(line))
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length]!
    reader.push(bytes.subarray(at, at + size))
    at += size
  }
  return { lines, dropped: reader.dropped }
}

test('lines arrive whole, for any chunk sizes', () => {
  const line = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\n', ''))
  fc.assert(
    fc.property(fc.array(line), fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), (lines, sizes) => {
      const bytes = Buffer.from(lines.map((one) => `${one}\n`).join(''))
      expect(read(bytes, sizes).lines).toEqual(lines.filter((one) => one !== ''))
    }),
  )
})

test('a line that is too long is dropped and counted, and reading continues', () => {
  expect(read(Buffer.from(`${'x'.repeat(50)}\nshort\n`), [7], 10)).toEqual({ lines: ['short'], dropped: 1 })
})

test('lines beyond the limit are dropped and counted', () => {
  expect(read(Buffer.from('a\nb\nc\n'), [100], 10, 2)).toEqual({ lines: ['a', 'b'], dropped: 1 })
})

test('a line without an end is not buffered beyond the limit', () => {
  expect(read(Buffer.alloc(100_000, 120), [1_000], 10)).toEqual({ lines: [], dropped: 0 })
})

test('only valid records are read as records', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (line) => {
      expect(readRecord(line)).toBeUndefined()
    }),
  )
  expect(readRecord('{"type":"usage","inputTokens":-1,"outputTokens":2}')).toBeUndefined()
  expect(readRecord('{"type":"finished","outcome":"rich","summary":""}')).toBeUndefined()
  expect(readRecord('{"type":"usage","inputTokens":1,"outputTokens":2}')).toEqual({
    type: 'usage',
    inputTokens: 1,
    outputTokens: 2,
  })
})
