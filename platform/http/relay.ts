import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Relay } from '../handler/reply.ts'
import type { StreamReader, Streams } from './streams.ts'

interface RelayInFlight {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly closed: AbortController
  readonly streams: Streams
}

/**
 * Has a relay write its answer. The connection ends where the reader loses its credential, its place or its access, or
 * the process stops. An error before the first byte is answered as any other; after it, the connection breaks.
 */
export const sendRelay = async (
  relay: Relay,
  { request, reply, closed, streams }: RelayInFlight,
  reader: StreamReader,
): Promise<FastifyReply> => {
  const stream = streams.open(reader, closed.signal)
  const response = reply.raw
  const cut = () => response.destroy()
  stream.ends.addEventListener('abort', cut, { once: true })
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) response.setHeader(name, value)
  try {
    await relay(response)
  } catch (error) {
    if (!response.headersSent && !response.destroyed) throw error
    request.log.error({ err: error, requestId: request.id }, 'Relaying a response failed')
    response.destroy()
  } finally {
    stream.ends.removeEventListener('abort', cut)
    stream.release()
  }
  return reply.hijack()
}
