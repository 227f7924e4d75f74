import type { FastifyRequest } from 'fastify'
import { isAudited } from '../../contract/action.ts'
import { callHandler } from '../../handler/handler.ts'
import type { ReplyValue } from '../../handler/reply.ts'
import type { Transaction } from '../../db/transaction.ts'
import { contextOf, type Run, type RunParts } from './context.ts'
import { decideAccess, decideChange, principalOf, refuseArchived } from '../access/decide-access.ts'
import { countMost } from '../../db/page.ts'
import type { Caller, Visitor } from '../../access/index.ts'
import { record } from '../../audit/index.ts'
import type { Operation } from '../../contract/operation.ts'

/** Runs a handler in one transaction with the decision about its access and the record of its effect. */
export const runInside = (run: Run): Promise<ReplyValue> => {
  const { operation } = run.handler
  const isReading = operation.method === 'GET' && !isAudited(operation)
  const transact = transactionFor(run.request, run.parts, isReading)
  return transact((tx) => (isReading ? readInside(run, tx) : changeInside(run, tx)))
}

const readInside = async (run: Run, tx: Transaction): Promise<ReplyValue> => {
  const { handler, request, parts, replies } = run
  const level = await decideAccess(tx, { operation: handler.operation, request, resources: parts.resources })
  const context = contextOf(run, { caller: principalOf(request), level, now: await tx.now() })
  const value = await callHandler(handler, { ...context, ...replies, tx })
  await addTotalCount(run, value)
  return value
}

const changeInside = async (run: Run, tx: Transaction): Promise<ReplyValue> => {
  const { handler, request, parts, replay, replies } = run
  const { operation } = handler
  const decided = await decideChange(tx, { operation, request, resources: parts.resources })
  const { caller, level } = decided
  const before = await replay?.recall(tx)
  if (before) return before
  await refuseArchived(tx, operation, decided, { held: true })
  const context = contextOf(run, { caller, level, now: await tx.now() })
  const value = await callHandler(handler, { ...context, ...replies, tx })
  recordEffect(tx, operation, request, caller, value)
  return replay ? replay.store(tx, value) : value
}

type Transact = <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>

/** In the workspace of the request, or among the people without one. */
const transactionFor = ({ workspaceId }: FastifyRequest, { database }: RunParts, isReading: boolean): Transact => {
  if (workspaceId === undefined) return database.identity
  return (work) => (isReading ? database.reading : database.within)(workspaceId, work)
}

/**
 * Adds `Total-Count` to the first page of a list if the caller sent `Prefer: count` (RFC 7240): the number of its rows, or
 * `1000+` for 1,000 and more. A list that ends with this page is counted by its rows. Runs in the transaction of the read,
 * so that page and count agree.
 */
const addTotalCount = async (run: Run, { body }: ReplyValue): Promise<void> => {
  const { request, reply } = run
  if (!Array.isArray(body) || !isAsked(request.headers.prefer)) return
  if ((request.query as { readonly cursor?: string }).cursor !== undefined) return
  const isWhole = reply.getHeader('link') === undefined
  const count = isWhole || body.length >= countMost ? body.length : await run.count?.()
  if (count !== undefined) void reply.header('total-count', count >= countMost ? `${countMost}+` : count)
}

const isAsked = (prefer: string | readonly string[] | undefined): boolean =>
  [prefer ?? []]
    .flat()
    .join()
    .split(',')
    .some((one) => one.trim() === 'count')

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
