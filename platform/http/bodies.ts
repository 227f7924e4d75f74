import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '../contract/errors.ts'
import type { Bytes, Operation } from '../contract/operation.ts'
import { answerOnSocket } from './errors.ts'
import { parseJson } from './json.ts'

const isBytes = (body: Operation['body']): body is Bytes => body !== undefined && 'bytes' in body

/**
 * Bodies by the operation's declaration: JSON, raw bytes handed on as a stream, or none, in which case what was
 * sent is not looked at. Any other media type is 415, before a byte of the body is read. A sender that is silent for
 * `idleMs` in the middle of a body gets 408 and loses its connection.
 */
export const parseBodies = (server: FastifyInstance, idleMs = 120_000): void => {
  server.removeAllContentTypeParsers()
  server.addHook('preParsing', async (request, reply) => {
    checkMediaType(request)
    endIdle(request, reply, idleMs)
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

const endIdle = (request: FastifyRequest, reply: FastifyReply, idleMs: number) => {
  if (request.method === 'GET' || !hasBody(request)) return
  const { raw } = request
  const { socket } = raw
  socket.setTimeout(idleMs)
  raw.once('timeout', (silent: Socket) => {
    if (reply.raw.headersSent) silent.destroy()
    else answerOnSocket(silent, 'timedOut')
  })
  raw.once('end', () => socket.setTimeout(0))
}

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
