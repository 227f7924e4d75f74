import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { NIL, validate } from 'uuid'
import type { Caller, Visitor } from '../../access/index.ts'
import { refuse } from '../../refusal/refusal.ts'
import type { Operation } from '../../contract/operation.ts'
import { newRequestWork, withinRequest, type RequestWork } from '../../db/request-work.ts'
import { networkOf } from '../../waiting/index.ts'
import { withinTrace, type Trace } from '../../telemetry/index.ts'
import { observe, type Observers } from '../observe.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The trace that the request continues, or begins. */
    trace: Trace
    traceId: string
    work: RequestWork
    caller: Caller | undefined
    /** The signed-in person, if the operation requires no membership. */
    visitor: Visitor | undefined
    /** The workspace that the operation works in. */
    workspaceId: string | undefined
    /** Whether the log has a line of its failure already. */
    isLogged: boolean
    /** Whether the query has the list's own cursor by now. */
    isCursorOpen: boolean
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

/** Sets the id and the W3C trace of every request, and the headers that all answers carry. */
export const identifyRequests = (server: FastifyInstance, observing: Observers): void => {
  server.setGenReqId(() => randomUUID())
  server.decorateRequest('trace')
  server.decorateRequest('traceId', '')
  server.decorateRequest('work')
  server.decorateRequest('caller', undefined)
  server.decorateRequest('visitor', undefined)
  server.decorateRequest('workspaceId', undefined)
  server.decorateRequest('isLogged', false)
  server.decorateRequest('isCursorOpen', false)
  server.addHook('onRequest', (request, reply, done) => {
    spellIds(request)
    request.trace = observe(request, reply, observing)
    request.traceId = request.trace.traceId
    markReply(request, reply)
    request.work = newRequestWork(networkOf(request.ip))
    withinRequest(request.work, () => withinTrace(request.trace, done))
  })
  server.addHook('onRequest', async (request) => {
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1') refuse('malformed')
    if (request.url.length > urlMostBytes) refuse('uriTooLong')
    // The body of an unknown route is not awaited.
    if (request.is404) refuse('absent')
  })
}

/** Ids in the path have one spelling from here on. A malformed id becomes the nil UUID, which no resource has. */
const spellIds = (request: FastifyRequest) => {
  const params = request.params as Record<string, string>
  for (const [name, value] of Object.entries(params)) {
    if (validate(value)) params[name] = value.toLowerCase()
    else if (isIdName(name)) params[name] = NIL
  }
}

/** Contracts name parameters that are ids `id` or `projectId`; all others are texts. */
const isIdName = (name: string) => name === 'id' || name.endsWith('Id')

/** Sets the headers that all answers carry. */
export const markReply = (request: FastifyRequest, reply: FastifyReply): void => {
  reply.headers(headers).header('x-request-id', request.id)
}
