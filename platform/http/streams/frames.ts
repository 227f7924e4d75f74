import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../refusal/refusal.ts'
import type { StreamReader, Streams } from './streams.ts'

const slowMs = 15_000

/** A frame of a stream of named events. */
export interface Frame {
  readonly event: string
  readonly data: unknown
  readonly id?: string
}

/** An answer on its way. */
export interface ReplyInFlight {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** Aborted when the answer has ended, for any reason, so that its handler stops reading. */
  readonly closed: AbortController
  readonly streams: Streams
}

interface FrameStream extends ReplyInFlight {
  readonly reader: StreamReader
  readonly lifetimeMs: number | undefined
}

/** Format of a stream's frames. */
interface FrameFormat<F> {
  textOf(frame: F): Buffer
  readonly keepalive: Buffer
  /** Sent after the last frame. */
  readonly end?: Buffer
}

/**
 * Sends frames as server-sent events until they end, the reader leaves, its credential or its access is revoked, or the
 * declared lifetime is over. A frame is asked for only when the previous frame was sent, so nothing piles up; a reader
 * that takes nothing for 15 s is dropped, and resumes with `Last-Event-ID`.
 */
export const sendFrames = async <F extends object>(
  frames: AsyncIterable<F>,
  framing: FrameFormat<F>,
  { request, reply, closed, streams, reader, lifetimeMs }: FrameStream,
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
    if (response.writableNeedDrain || response.write(framing.keepalive)) return
    drained(response, ends).catch(() => response.destroy())
  }, streams.keepaliveMs)
  const pump: Pump<F> = {
    iterator,
    framing,
    response,
    ends,
    settled: stream.settled,
    sent: () => void alive.refresh(),
  }
  try {
    // A read that is open when the stream ends is abandoned: it sends nothing more.
    if (!ends.aborted) await Promise.race([sendAll(pump), once(ends, 'abort')])
  } catch (error) {
    // A refusal in the middle: the resource is no longer visible to this reader.
    if (!(error instanceof Refusal)) request.log.error({ err: error, requestId: request.id }, 'Stream failed')
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

interface Pump<F> {
  readonly iterator: AsyncIterator<F>
  readonly framing: FrameFormat<F>
  readonly response: ServerResponse
  readonly ends: AbortSignal
  sent(): void
  settled(): Promise<void> | undefined
}

const sendAll = async <F>({ iterator, framing, response, ends, sent, settled }: Pump<F>) => {
  for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
    for (let doubt = settled(); doubt && !ends.aborted; doubt = settled()) await doubt
    if (ends.aborted) return
    const isTaken = response.write(framing.textOf(next.value))
    sent()
    if (!isTaken) await drained(response, ends)
  }
  if (framing.end && !ends.aborted && !response.write(framing.end)) await drained(response, ends)
}

// A frame goes to every reader of its stream: its text is made once.
const madeOnce = <F extends object>(textOf: (frame: F) => Buffer) => {
  const texts = new WeakMap<F, Buffer>()
  return (frame: F): Buffer => {
    const text = texts.get(frame) ?? textOf(frame)
    texts.set(frame, text)
    return text
  }
}

const namedText = ({ event, data, id }: Frame) =>
  block(...(id === undefined ? [] : [`id: ${id}`]), `event: ${event}`, ...dataLines(data))

/** Text is sent raw, a line of data for each of its lines; every other value as JSON. */
const dataLines = (data: unknown) =>
  typeof data === 'string' ? data.split(/\r\n|\n|\r/).map((line) => `data: ${line}`) : [`data: ${JSON.stringify(data)}`]

const block = (...lines: readonly string[]) => Buffer.from(`${lines.join('\n')}\n\n`)

/** Events with names, as most streams have them. */
export const namedFrames: FrameFormat<Frame> = {
  textOf: madeOnce(namedText),
  keepalive: namedText({ event: 'keepalive', data: {} }),
}

/** Nothing but data, as OpenAI's streams have it; a comment keeps them alive, and `end` is their last data. */
export const dataFrames = (end: string | undefined): FrameFormat<object> => ({
  textOf: (frame) => block(`data: ${JSON.stringify(frame)}`),
  keepalive: block(': keepalive'),
  ...(end !== undefined && { end: block(`data: ${end}`) }),
})

/** Resolves once the reader has read the written data; a reader that does not is dropped. */
const drained = async (response: ServerResponse, ends: AbortSignal) => {
  const waiting = AbortSignal.any([ends, AbortSignal.timeout(slowMs)])
  await once(response, 'drain', { signal: waiting }).catch(() => response.destroy())
}
