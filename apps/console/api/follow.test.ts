import { expect, test } from 'vitest'
import { UnreachableError, RefusedError } from '../../../platform/client/index.ts'
import { follow } from './follow.ts'

const bytesOf = (...frames: readonly (readonly [id: number, event: string])[]) => {
  const text = frames.map(([id, event]) => `id: ${id}\nevent: ${event}\ndata: {}\n\n`).join('')
  return new Blob([text]).stream()
}

/** A server that gives these answers one after the other; the requests and the reports until it refuses. */
const followed = async (...answers: readonly (() => ReadableStream<Uint8Array>)[]) => {
  const asked: string[] = []
  const told: string[] = []
  const refusal = new RefusedError(404, { error: 'It is gone.' })
  const ending = follow({
    signal: new AbortController().signal,
    pauseMs: () => 0,
    open: async (last) => {
      asked.push(last)
      return answers[asked.length - 1]?.() ?? Promise.reject(refusal)
    },
    onOpen: () => void told.push('open'),
    onLost: () => void told.push('lost'),
    onFrame: ({ id, event }) => void told.push(`${id} ${event}`),
  })
  await expect(ending).rejects.toBe(refusal)
  return { asked, told }
}
const fail = (error: Error) => () => {
  throw error
}

test('a stream that ends as a whole is opened again behind its last event', async () => {
  const { asked, told } = await followed(
    () => bytesOf([1, 'a.b'], [2, 'keepalive']),
    () => bytesOf([3, 'c.d']),
  )
  expect(asked).toEqual(['', '2', '3'])
  expect(told).toEqual(['open', '1 a.b', 'lost', 'open', '3 c.d', 'lost'])
})

test('a server that is away, starts, or has too many streams is asked again; the last event stays known', async () => {
  const { asked, told } = await followed(
    () => bytesOf([7, 'a.b']),
    fail(new UnreachableError(undefined)),
    fail(new RefusedError(503, { error: 'It starts.' })),
    fail(new RefusedError(429, { error: 'Too many.' })),
    () => bytesOf([8, 'c.d']),
  )
  expect(asked).toEqual(['', '7', '7', '7', '7', '8'])
  // A refusal for too many streams is an answer: the server is up.
  expect(told).toEqual(['open', '7 a.b', 'lost', 'lost', 'lost', 'open', '8 c.d', 'lost'])
})

test('a reader that leaves ends the stream, and nothing is asked again', async () => {
  const leaving = new AbortController()
  let isCancelled = false
  let asked = 0
  await follow({
    signal: leaving.signal,
    open: async () => {
      asked += 1
      return new ReadableStream({ cancel: () => void (isCancelled = true) })
    },
    onOpen: () => queueMicrotask(() => leaving.abort()),
    onLost: () => undefined,
    onFrame: () => undefined,
  })
  expect([isCancelled, asked]).toEqual([true, 1])
})
