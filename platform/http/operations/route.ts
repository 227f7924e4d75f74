import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isInPath } from '../../access/index.ts'
import { answersHead } from '../../contract/action.ts'
import type { Handler } from '../../handler/handler.ts'
import { isJson, type Operation } from '../../contract/operation.ts'
import { withinRequest } from '../../db/request-work.ts'
import { withinTrace } from '../../telemetry/index.ts'
import { admit, reachResourceOf, type AdmissionParts } from '../access/admit.ts'
import { decideAccess } from '../access/decide-access.ts'
import type { Limits } from '../requests/limits.ts'
import { operationRunner } from './run-operation.ts'
import type { RunParts } from './context.ts'
import { sendReply } from '../replies/send-reply.ts'
import type { StreamReader, Streams } from '../streams/streams.ts'

interface RouteParts extends RunParts, AdmissionParts {
  readonly streams: Streams
  readonly limits: Limits
}

/** Serves one operation as it is declared: address, refusals in their order, schemas, effect, audit row, reply. */
export const routeOperation = (server: FastifyInstance, handler: Handler, parts: RouteParts): void => {
  const { operation } = handler
  const run = operationRunner(handler, parts)
  server.route({
    method: answersHead(operation) ? [operation.method, 'HEAD'] : operation.method,
    url: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: { operation },
    ...(operation.bodyLimit && { bodyLimit: operation.bodyLimit }),
    attachValidation: true,
    schema: schemasOf(operation),
    onRequest: async (request, reply) => {
      await parts.limits.admitting(operation, request, reply, () => admit(operation, request, parts))
      parts.limits.holding(operation, request, reply)
      if (!decidesLater(operation)) await decidePath(operation, request, parts)
    },
    // A body that was read has left the request and the trace of the hooks before.
    handler: (request, reply) =>
      withinRequest(request.work, () =>
        withinTrace(request.trace, async () => {
          const closed = closing(reply)
          const value = await run({ request, reply, signal: closed.signal })
          const reader = () => readerOf(operation, request, parts)
          return sendReply(operation, value, { request, reply, closed, streams: parts.streams, reader })
        }),
      ),
  })
}

const readerOf = (operation: Operation, request: FastifyRequest, parts: RouteParts): StreamReader => {
  const caller = request.caller!
  const decision = [request.url, caller.credentialId, caller.workspaceId, caller.role].join(' ')
  const asking = { operation, request, resources: parts.resources }
  return { held: caller, decision, decide: (tx) => decideAccess(tx, asking, caller) }
}

/** A read in a transaction decides its resource there, once: there is no gap between the decision and the effect. */
const decidesLater = (operation: Operation) => operation.method === 'GET' && operation.effect !== 'outside'

const decidePath = async (operation: Operation, request: FastifyRequest, { database, resources }: RouteParts) => {
  const { on } = operation.access
  if (!on || !isInPath(on)) return
  const caller = request.caller!
  await database.reading(caller.workspaceId, (tx) => reachResourceOf(tx, resources, operation, request, caller))
}

const schemasOf = ({ query, body, replies }: Operation) => ({
  ...(query && { querystring: query }),
  ...(body && !('bytes' in body) && { body }),
  response: Object.fromEntries(Object.entries(replies).filter(([, reply]) => isJson(reply))),
})

/** Aborts when the caller has gone before the reply was complete. */
const closing = (reply: FastifyReply): AbortController => {
  const controller = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort()
  })
  return controller
}
