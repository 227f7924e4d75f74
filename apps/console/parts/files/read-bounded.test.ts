import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readBounded } from './read-bounded.ts'

const streamOf = (chunks: readonly Uint8Array[], onCancel?: () => void) => {
  const left = [...chunks]
  return new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const next = left.shift()
      if (next) controller.enqueue(next)
      else controller.close()
    },
    ...(onCancel && { cancel: onCancel }),
  })
}

test('the bytes of a stream come whole and in order, or not at all beyond the limit', () =>
  fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 20 })), fc.nat(120), async (chunks, most) => {
      const all = chunks.flatMap((chunk) => [...chunk])
      const read = await readBounded(streamOf(chunks), most)
      expect(read && [...read]).toEqual(all.length > most ? undefined : all)
    }),
  ))

test('a stream that is too long is cancelled', async () => {
  let isCancelled = false
  const stream = streamOf([new Uint8Array(5), new Uint8Array(5), new Uint8Array(5)], () => (isCancelled = true))
  expect([await readBounded(stream, 7), isCancelled]).toEqual([undefined, true])
})
