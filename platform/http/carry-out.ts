import type { FastifyReply, FastifyRequest } from 'fastify'
import { isInPath, type ResourceKinds } from '../access/index.ts'
import { record } from '../audit/index.ts'
import { refuse, refuseFields } from '../contract/errors.ts'
import type { Browser, Handler, Subject } from '../contract/handler.ts'
import { isAudited } from '../contract/action.ts'
import type { Level } from '../contract/access.ts'
import type { Operation } from '../contract/operation.ts'
import { Refusal, type ReplyValue } from '../contract/reply.ts'
import type { Database } from '../db/database.ts'
import type { Transaction } from '../db/transaction.ts'
import { confirm, reachFor } from './admit.ts'
import { openCursor, sealCursor } from './cursors.ts'
import { checkKey, replayOf, type Replay } from './replays.ts'

export interface Parts {
  readonly database: Database
  readonly resources: ResourceKinds
}

/** Runs a handler in the transaction that its declaration asks for, and records its effect in the same one. */
export const carryOut = async (
  handler: Handler,
  request: FastifyRequest,
  reply: FastifyReply,
  signal: AbortSignal,
  parts: Parts,
): Promise<ReplyValue> => {
  const { operation } = handler
  if (namesNothing(request)) refuse('absent')
  if (request.validationError && (operation.method !== 'GET' || !request.workspaceId)) throw request.validationError
  const context = contextOf(operation, request, reply, signal)
  const run = handler.run as unknown as (context: object) => Promise<ReplyValue>
  if (operation.access.who === 'public' && !request.workspaceId) return run({ ...context, ...replies })
  const replay = replayOf(operation, request, reply, parts.database)
  const running: Running = { operation, request, run, context, parts, replay }
  const work = () => (operation.effect === 'outside' ? runOutside(running) : runInside(running))
  return replay ? replay.inTurn(work) : work()
}

/** No name in a path has the character that PostgreSQL keeps in no text. */
const namesNothing = ({ params }: FastifyRequest) =>
  Object.values(params as Readonly<Record<string, string>>).some((value) => value.includes('\u0000'))

interface Running {
  readonly operation: Operation
  readonly request: FastifyRequest
  readonly run: (context: object) => Promise<ReplyValue>
  readonly context: object
  readonly parts: Parts
  readonly replay: Replay | undefined
}

const runInside = ({ operation, request, run, context, parts, replay }: Running): Promise<ReplyValue> => {
  const isReading = operation.method === 'GET' && !isAudited(operation)
  return transactionFor(
    request,
    parts,
    isReading,
  )(async (tx) => {
    const level = await (isReading ? decide : decideChange)(tx, operation, request, parts)
    const before = await replay?.recall(tx)
    if (before) return before
    const caller = request.caller ?? request.visitor
    const value = await run({ ...context, ...replies, caller, tx, level, now: await tx.now() })
    recordReply(tx, operation, request, value)
    return replay ? replay.keep(tx, value) : value
  })
}

type Transact = <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>

/** In the workspace of the request; where it has none, among the people. */
const transactionFor = ({ workspaceId }: FastifyRequest, { database }: Parts, isReading: boolean): Transact => {
  if (workspaceId === undefined) return database.identity
  return (work) => (isReading ? database.reading : database.within)(workspaceId, work)
}

const runOutside = async ({ operation, request, run, context, parts, replay }: Running): Promise<ReplyValue> => {
  const { workspaceId } = request
  const commitIn = (workspace: string, work: (end: object) => Promise<ReplyValue>) =>
    parts.database.within(workspace, async (tx) => {
      await decideChange(tx, operation, request, parts)
      const value = await work({ ...replies, tx, now: await tx.now() })
      recordReply(tx, operation, request, value)
      return replay ? replay.keep(tx, value) : value
    })
  if (workspaceId === undefined) return run({ ...context, ...replies, commitIn, now: new Date() })
  const open = replay ? parts.database.within : parts.database.reading
  const { level, before } = await open(workspaceId, async (tx) => {
    const held = await (replay ? decideChange : decide)(tx, operation, request, parts)
    return { level: held, before: await replay?.claim(tx) }
  })
  if (before) return before
  const commit = (work: (end: object) => Promise<ReplyValue>) => commitIn(workspaceId, work)
  // Decided at each read: a stream is open for long, and access may be taken away meanwhile.
  const read = <T>(work: (tx: Transaction) => Promise<T>) =>
    parts.database.reading(workspaceId, async (tx) => {
      await decide(tx, operation, request, parts)
      return work(tx)
    })
  return run({ ...context, ...replies, level, read, commit, now: new Date() })
}

/** A change asks again what its caller is, in the flight of what is asked about its resource. */
const decideChange = async (tx: Transaction, operation: Operation, request: FastifyRequest, parts: Parts) => {
  const before = request.caller
  const confirming = confirm(tx, operation, request)
  const deciding = decide(tx, operation, request, parts)
  deciding.catch(() => undefined)
  await confirming
  return request.caller === before ? deciding : decide(tx, operation, request, parts)
}

/** The resource of the path, then the request's form, then a resource that the query or the body names. */
export const decide = async (
  tx: Transaction,
  operation: Operation,
  request: FastifyRequest,
  { resources }: Pick<Parts, 'resources'>,
) => {
  const { on } = operation.access
  const inPath = on && isInPath(on)
  const level: Level | undefined = inPath ? await reachFor(tx, resources, operation, request) : undefined
  checkKey(operation, request)
  if (request.validationError) throw request.validationError
  openCursor(operation, request)
  return on && !inPath ? reachFor(tx, resources, operation, request) : level
}

const contextOf = (operation: Operation, request: FastifyRequest, reply: FastifyReply, signal: AbortSignal) => ({
  params: request.params,
  query: request.query,
  body: request.body,
  workspace: request.workspaceId,
  caller: request.caller ?? request.visitor,
  requestId: request.id,
  traceId: request.traceId,
  lastEventId: request.headers['last-event-id'],
  signal,
  browser: browserOf(request, reply),
  level: undefined,
  now: new Date(),
  fail: failuresOf(operation),
  absent: () => refuse('absent'),
  invalid: refuseFields,
  next: (cursor: string) => void reply.header('link', nextLink(request, sealCursor(operation, request, cursor))),
})

const browserOf = ({ headers, ip }: FastifyRequest, reply: FastifyReply): Browser => ({
  cookie: headers.cookie,
  userAgent: headers['user-agent'],
  ip,
  keep: (cookie) => void reply.header('set-cookie', cookie),
})

const failuresOf = (operation: Operation) =>
  Object.fromEntries(
    Object.entries(operation.errors ?? {}).map(([name, { status, code, message }]) => [
      name,
      (details?: Record<string, unknown>, retryAfterSeconds = status === 503 ? 5 : undefined) => {
        throw new Refusal({
          status,
          message,
          ...(code && { code }),
          ...(details && { details }),
          ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
        })
      },
    ]),
  )

const replies = {
  ok: (body: unknown, about?: Subject): ReplyValue => ({ status: 200, body, ...(about && { about }) }),
  created: (body: unknown, about?: Subject): ReplyValue => ({ status: 201, body, ...(about && { about }) }),
  accepted: (body: unknown, about?: Subject): ReplyValue => ({ status: 202, body, ...(about && { about }) }),
}

const recordReply = (tx: Transaction, operation: Operation, request: FastifyRequest, { about }: ReplyValue) => {
  if (!isAudited(operation) || !about) return
  const { action, category, severity, event } = operation.audit
  const { caller, visitor, id: requestId, traceId } = request
  const [, resourceId] = about.resource
  const { actor, source, userId } = (caller ?? visitor)!
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
  record(tx, undefined, { name: event, entity: [about.resource[0], resourceId], traceId, ...about.within })
}

const nextLink = (request: FastifyRequest, cursor: string) => {
  const url = new URL(request.url, 'http://local')
  url.searchParams.set('cursor', cursor)
  return `<${url.pathname}${url.search}>; rel="next"`
}
