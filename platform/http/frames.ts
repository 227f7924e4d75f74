import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Events } from '../contract/operation.ts'
import { Refusal } from '../contract/reply.ts'
import type { Streams } from './streams.ts'

const slowMs = 15_000

interface Frame {
  readonly event: string
  readonly data: unknown
  readonly id?: string
}

interface Sending {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly closed: AbortSignal
  readonly streams: Streams
}

/**
 * Sends frames as server-sent events until they end, the reader leaves, its credential or its access is revoked, or
 * the declared lifetime is over. A frame is asked for only when the one before has left, so nothing piles up; a reader
 * that takes nothing for 15 s is dropped, and resumes with `Last-Event-ID`.
 */
export const sendFrames = async (
  frames: AsyncIterable<Frame>,
  { lifetimeMs }: Events,
  { request, reply, closed, streams }: Sending,
): Promise<FastifyReply> => {
  const stream = streams.open(request.caller!, closed)
  const response = reply.hijack().raw
  response.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'x-accel-buffering': 'no',
  })
  response.flushHeaders()
  const ends = lifetimeMs ? AbortSignal.any([stream.ends, AbortSignal.timeout(lifetimeMs)]) : stream.ends
  const iterator = frames[Symbol.asyncIterator]()
  try {
    await pump(iterator, response, ends, streams.keepaliveMs)
  } catch (error) {
    // A refusal in the middle: what is read is no longer there for this reader.
    if (!(error instanceof Refusal)) request.log.error({ err: error, requestId: request.id }, 'a stream failed')
  } finally {
    stream.release()
    iterator.return?.().catch(() => undefined)
    response.end()
    // A reader that takes nothing more would keep the connection, and with it the frames, open.
    once(response, 'close', { signal: AbortSignal.timeout(slowMs) }).catch(() => response.destroy())
  }
  return reply
}

const pump = async (
  iterator: AsyncIterator<Frame>,
  response: ServerResponse,
  ends: AbortSignal,
  keepaliveMs: number,
) => {
  const ended = once(ends, 'abort').then(() => 'ended' as const)
  let next = iterator.next()
  while (!ends.aborted) {
    const alarm = timer(keepaliveMs)
    const outcome = await Promise.race([next, ended, alarm.rings])
    alarm.stop()
    if (outcome === 'ended') return
    if (outcome === 'keepalive') await write(response, { event: 'keepalive', data: {} }, ends)
    else if (outcome.done) return
    else {
      await write(response, outcome.value, ends)
      next = iterator.next()
    }
  }
}

const timer = (ms: number) => {
  let stop = () => undefined as void
  const rings = new Promise<'keepalive'>((resolve) => {
    const handle = setTimeout(() => resolve('keepalive'), ms)
    stop = () => clearTimeout(handle)
  })
  return { rings, stop }
}

const write = async (response: ServerResponse, { event, data, id }: Frame, ends: AbortSignal) => {
  const lines = [...(id === undefined ? [] : [`id: ${id}`]), `event: ${event}`, `data: ${JSON.stringify(data)}`]
  if (response.write(`${lines.join('\n')}\n\n`)) return
  const waiting = AbortSignal.any([ends, AbortSignal.timeout(slowMs)])
  await once(response, 'drain', { signal: waiting }).catch(() => response.destroy())
}
