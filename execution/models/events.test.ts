import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eventParser, EventStreamError } from './events.ts'

const read = (chunks: readonly Uint8Array[], eventBytesMax = 1_000) => {
  const parser = eventParser(eventBytesMax)
  return [...chunks.flatMap((chunk) => parser.push(chunk)), ...parser.end()]
}

/** Cuts bytes at these places: also within a character or a line end. */
const cutAt = (bytes: Buffer, places: readonly number[]): Buffer[] => {
  const cuts = [...new Set(places.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b)
  return [0, ...cuts].map((from, index) => bytes.subarray(from, cuts[index] ?? bytes.length))
}

const oneLine = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll(/[\r\n]/g, ''))

test('payloads are read back unchanged, for either line end and any chunk sizes', () =>
  fc.assert(
    fc.property(
      fc.array(fc.array(oneLine, { minLength: 1, maxLength: 3 })),
      fc.constantFrom('\n', '\r\n'),
      fc.array(fc.nat()),
      (events, end, places) => {
        const written = events.map((lines) => [': comment', 'id: 1', ...lines.map((line) => `data: ${line}`), '', ''])
        const bytes = Buffer.from(written.map((lines) => lines.join(end)).join(''))
        expect(read(cutAt(bytes, places))).toEqual(events.map((lines) => lines.join('\n')))
      },
    ),
  ))

test('the end of a stream completes its last event', () => {
  expect(read([Buffer.from('data: one\n\ndata: two')])).toEqual(['one', 'two'])
})

test('bare carriage returns end no line', () => {
  expect(read([Buffer.from('data: {\r\r"a":1}\n\n')])).toEqual(['{"a":1}'])
})

test.each([
  ['bytes that are not UTF-8', Buffer.from([0x64, 0xff]), 'its bytes are not UTF-8'],
  ['an event above the limit', Buffer.from(`data: ${'x'.repeat(1_001)}`), 'an event is too large'],
  ['an event of many lines above the limit', Buffer.from('data: 12345\n'.repeat(200)), 'an event is too large'],
])('%s throw an EventStreamError', (_, bytes, reason) => {
  expect(() => read([bytes])).toThrow(new EventStreamError(reason))
})
