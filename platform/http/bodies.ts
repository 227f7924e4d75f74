import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from '../contract/errors.ts'
import type { Bytes, Operation } from '../contract/operation.ts'
import { parseJson } from './json.ts'

const isBytes = (body: Operation['body']): body is Bytes => body !== undefined && 'bytes' in body

/**
 * Bodies by the operation's declaration: JSON, raw bytes handed on as a stream, or none, in which case what was
 * sent is not looked at. Any other media type is 415, before a byte of the body is read. A sender that is silent for
 * `idleMs` in the middle of a body loses its connection.
 */
export const parseBodies = (server: FastifyInstance, idleMs = 120_000): void => {
  server.removeAllContentTypeParsers()
  server.addHook('preParsing', async (request) => {
    checkMediaType(request)
    endIdle(request, idleMs)
  })
  server.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) =>
      request.routeOptions.config.operation?.body ? parseJson(bytes) : undefined,
  )
  server.addContentTypeParser('*', async (request: FastifyRequest, payload: IncomingMessage) => {
    if (isBytes(request.routeOptions.config.operation?.body)) return payload
    payload.resume()
    return undefined
  })
}

const checkMediaType = (request: FastifyRequest) => {
  const body = request.routeOptions.config.operation?.body
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (!body || (type === undefined && !isBytes(body) && !hasBody(request))) return
  if (type !== (isBytes(body) ? body.bytes : 'application/json')) refuse('unsupported')
}

// Without a listener of its own, Node's server ends a connection that passes its time-out.
const endIdle = (request: FastifyRequest, idleMs: number) => {
  if (request.method === 'GET' || !hasBody(request)) return
  const { raw } = request
  const { socket } = raw
  socket.setTimeout(idleMs)
  raw.once('end', () => socket.setTimeout(0))
}

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
