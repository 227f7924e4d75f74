import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller, Visitor } from '../access/index.ts'
import { refuse } from '../contract/errors.ts'
import type { Operation } from '../contract/operation.ts'

declare module 'fastify' {
  interface FastifyRequest {
    traceId: string
    caller: Caller | undefined
    /** Who signed in, where the operation asks for no place. */
    visitor: Visitor | undefined
    /** The workspace that the operation works in. */
    workspaceId: string | undefined
  }
  interface FastifyContextConfig {
    operation?: Operation
  }
}

const headers = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
}

export const urlMostBytes = 8_192

/** Gives every request its id and its W3C trace, and every answer the headers that all answers carry. */
export const identifyRequests = (server: FastifyInstance): void => {
  server.setGenReqId(() => randomUUID())
  server.decorateRequest('traceId', '')
  server.decorateRequest('caller', undefined)
  server.decorateRequest('visitor', undefined)
  server.decorateRequest('workspaceId', undefined)
  server.addHook('onRequest', async (request, reply) => {
    request.traceId = traceIdOf(request.headers.traceparent)
    markReply(request, reply)
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1') refuse('malformed')
    if (request.url.length > urlMostBytes) refuse('uriTooLong')
    // A stranger's body is not waited for where there is nobody to take it.
    if (request.is404) refuse('absent')
  })
}

/** Sets the headers that all answers carry. */
export const markReply = (request: FastifyRequest, reply: FastifyReply): void => {
  reply.headers(headers).header('x-request-id', request.id)
}

const traceparent = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}(-.*)?$/

/** The trace id of a W3C `traceparent` header, 32 hex digits; a new one where there is none or it is malformed. */
export const traceIdOf = (header: string | string[] | undefined): string => {
  const given = typeof header === 'string' ? traceparent.exec(header)?.[1] : undefined
  return given && !/^0+$/.test(given) ? given : randomUUID().replaceAll('-', '')
}
