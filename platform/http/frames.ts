import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Events } from '../contract/operation.ts'
import { Refusal } from '../contract/reply.ts'
import type { Reader, Streams } from './streams.ts'

const slowMs = 15_000

interface Frame {
  readonly event: string
  readonly data: unknown
  readonly id?: string
}

interface Sending {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** Aborted when the stream has ended, for whatever reason, so that its handler stops reading. */
  readonly closed: AbortController
  readonly streams: Streams
  readonly reader: Reader
}

/**
 * Sends frames as server-sent events until they end, the reader leaves, its credential or its access is revoked, or
 * the declared lifetime is over. A frame is asked for only when the one before has left, so nothing piles up; a reader
 * that takes nothing for 15 s is dropped, and resumes with `Last-Event-ID`.
 */
export const sendFrames = async (
  frames: AsyncIterable<Frame>,
  { lifetimeMs }: Events,
  { request, reply, closed, streams, reader }: Sending,
): Promise<FastifyReply> => {
  const stream = streams.open(reader, closed.signal)
  const response = reply.hijack().raw
  response.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'x-accel-buffering': 'no',
  })
  response.flushHeaders()
  const ends = lifetimeMs ? AbortSignal.any([stream.ends, AbortSignal.timeout(lifetimeMs)]) : stream.ends
  const iterator = frames[Symbol.asyncIterator]()
  const alive = setInterval(() => {
    if (!response.writableNeedDrain) write(response, keepalive, ends).catch(() => response.destroy())
  }, streams.keepaliveMs)
  const pump: Pump = { iterator, response, ends, sent: () => void alive.refresh(), settled: stream.settled }
  try {
    // What is still asked for when the stream ends is let go: it sends nothing more.
    if (!ends.aborted) await Promise.race([sendAll(pump), once(ends, 'abort')])
  } catch (error) {
    // A refusal in the middle: what is read is no longer there for this reader.
    if (!(error instanceof Refusal)) request.log.error({ err: error, requestId: request.id }, 'a stream failed')
  } finally {
    clearInterval(alive)
    stream.release()
    closed.abort()
    iterator.return?.().catch(() => undefined)
    response.end()
    // A reader that takes nothing more would keep the connection, and with it the frames, open.
    once(response, 'close', { signal: AbortSignal.timeout(slowMs) }).catch(() => response.destroy())
  }
  return reply
}

interface Pump {
  readonly iterator: AsyncIterator<Frame>
  readonly response: ServerResponse
  readonly ends: AbortSignal
  sent(): void
  settled(): Promise<void> | undefined
}

const sendAll = async ({ iterator, response, ends, sent, settled }: Pump) => {
  for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
    for (let doubt = settled(); doubt && !ends.aborted; doubt = settled()) await doubt
    if (ends.aborted) return
    const writing = write(response, textOf(next.value), ends)
    sent()
    await writing
  }
}

const textOf = (frame: Frame): Buffer => {
  const known = texts.get(frame)
  if (known) return known
  const { event, data, id } = frame
  const lines = [...(id === undefined ? [] : [`id: ${id}`]), `event: ${event}`, `data: ${JSON.stringify(data)}`]
  const text = Buffer.from(`${lines.join('\n')}\n\n`)
  texts.set(frame, text)
  return text
}
// A frame goes to every reader of its stream: its text is made once.
const texts = new WeakMap<Frame, Buffer>()
const keepalive = textOf({ event: 'keepalive', data: {} })

const write = async (response: ServerResponse, text: Buffer, ends: AbortSignal) => {
  if (response.write(text)) return
  const waiting = AbortSignal.any([ends, AbortSignal.timeout(slowMs)])
  await once(response, 'drain', { signal: waiting }).catch(() => response.destroy())
}
