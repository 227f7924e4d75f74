import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isInPath } from '../access/index.ts'
import type { Handler } from '../contract/handler.ts'
import type { Bytes, Events, Operation } from '../contract/operation.ts'
import type { ReplyValue } from '../contract/reply.ts'
import { withinTrace } from '../telemetry/index.ts'
import { admit, reachFor, type Doors } from './admit.ts'
import { carryOut, decide, type Parts } from './carry-out.ts'
import { sendFrames } from './frames.ts'
import type { Limits } from './limits.ts'
import type { Reader, Streams } from './streams.ts'

export interface RouteParts extends Parts, Doors {
  readonly streams: Streams
  readonly limits: Limits
}

/** Serves one operation as it is declared: address, refusals in their order, schemas, effect, audit row, reply. */
export const routeOperation = (server: FastifyInstance, handler: Handler, parts: RouteParts): void => {
  const { operation } = handler
  server.route({
    method: operation.method,
    url: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: { operation },
    ...(operation.bodyLimit && { bodyLimit: operation.bodyLimit }),
    attachValidation: true,
    schema: schemasOf(operation),
    onRequest: async (request, reply) => {
      await parts.limits.admitting(operation, request, reply, () => admit(operation, request, parts))
      if (!decidesLater(operation)) await decidePath(operation, request, parts)
    },
    // A body that was read has left the trace of the hooks before.
    handler: (request, reply) => withinTrace(request.trace, () => serve(handler, request, reply, parts)),
  })
}

const serve = async (handler: Handler, request: FastifyRequest, reply: FastifyReply, parts: RouteParts) => {
  const closed = closing(reply)
  const value = await carryOut(handler, request, reply, closed.signal, parts)
  const reader = () => readerOf(handler.operation, request, parts)
  return send(handler.operation, value, { request, reply, closed, streams: parts.streams, reader })
}

const readerOf = (operation: Operation, request: FastifyRequest, parts: RouteParts): Reader => {
  const { credentialId, workspaceId, role } = request.caller!
  const decision = [request.url, credentialId, workspaceId, role].join(' ')
  return { held: request.caller!, decision, decide: (tx) => decide(tx, operation, request, parts) }
}

/** A read in a transaction decides its resource there, once: nothing lies between the decision and the effect. */
const decidesLater = (operation: Operation) => operation.method === 'GET' && operation.effect !== 'outside'

const decidePath = async (operation: Operation, request: FastifyRequest, { database, resources }: RouteParts) => {
  const { on } = operation.access
  if (!on || !isInPath(on)) return
  await database.reading(request.caller!.workspaceId, (tx) => reachFor(tx, resources, operation, request))
}

const schemasOf = ({ query, body, replies }: Operation) => ({
  ...(query && { querystring: query }),
  ...(body && !('bytes' in body) && { body }),
  response: Object.fromEntries(
    Object.entries(replies).filter(([, reply]) => !('bytes' in reply) && !('events' in reply)),
  ),
})

/** Aborts when the caller has gone before the reply was complete. */
const closing = (reply: FastifyReply): AbortController => {
  const controller = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort()
  })
  return controller
}

interface Sending {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly closed: AbortController
  readonly streams: Streams
  readonly reader: () => Reader
}

const send = (operation: Operation, { status, body, text }: ReplyValue, sending: Sending) => {
  if (text !== undefined) {
    return sending.reply.status(status).type('application/json; charset=utf-8').serializer(String).send(text)
  }
  const declared = operation.replies[status] as Bytes | Events | object
  if ('events' in declared) return sendFrames(body as never, declared, { ...sending, reader: sending.reader() })
  if ('bytes' in declared) return sendBytes(body as Readable | Typed, declared, sending.reply.status(status))
  return sending.reply.status(status).send(body)
}

interface Typed {
  readonly mediaType: string
  readonly content: Readable
}

const sendBytes = (body: Readable | Typed, { bytes, headers = {} }: Bytes, reply: FastifyReply) => {
  const { mediaType, content } = 'mediaType' in body ? body : { mediaType: bytes, content: body }
  return reply.headers(headers).type(mediaType).send(content)
}
