import type { FastifyRequest } from 'fastify'
import type { Caller, Visitor } from '../access/index.ts'
import { record } from '../audit/index.ts'
import { isAudited } from '../contract/action.ts'
import type { Operation } from '../contract/operation.ts'
import type { ReplyValue } from '../handler/reply.ts'
import type { Transaction } from '../db/transaction.ts'

/** Records the effect of a reply, in its own transaction: the declared audit row, and the event beside it. */
export const recordEffect = (
  tx: Transaction,
  operation: Operation,
  { id: requestId, traceId }: FastifyRequest,
  { actor, source, userId }: Caller | Visitor,
  { about }: ReplyValue,
): void => {
  if (!isAudited(operation) || !about) return
  const { action, category, severity, event } = operation.audit
  const [, resourceId] = about.resource
  record(tx, {
    action,
    category,
    outcome: 'success',
    actor,
    source,
    requestId,
    traceId,
    resource: about.resource,
    ...(severity && { severity }),
    ...(about.parent && { parent: about.parent }),
    details: { ...(actor.id !== userId && { userId }), ...(about.repeated && { repeated: true }), ...about.metadata },
  })
  if (!event || about.repeated) return
  const { within, payload } = about
  record(tx, undefined, {
    name: event,
    entity: [about.resource[0], resourceId],
    traceId,
    ...within,
    ...(payload && { payload }),
  })
}
