import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { validate } from 'uuid'
import { isRefused, type Caller, type ResourceKinds } from '../../access/index.ts'
import { openRepeats, type AuditEntry, type Repeats } from '../../audit/index.ts'
import { isAudited, refusedAs } from '../../contract/action.ts'
import { commonErrors } from '../../contract/errors.ts'
import type { Operation } from '../../contract/operation.ts'
import type { Refusal } from '../../refusal/refusal.ts'
import type { Database } from '../../db/database.ts'
import { NoTurn } from '../../waiting/index.ts'
import { openFoldedLog } from '../folded-log.ts'

export type Refusals = ReturnType<typeof openRefusals>

interface RefusalParts {
  readonly database: Database
  readonly resources: ResourceKinds
  readonly logger: FastifyBaseLogger
}

/** Records refusals: on the chain of the workspace for its own people, in the log for strangers. */
export const openRefusals = ({ database, resources, logger: log }: RefusalParts) => {
  const repeats = openRepeats(database, (error) => log.error({ err: error }, 'Could not write repeated refusals'))
  const folded = openFoldedLog()
  return {
    record: async (refusal: Refusal, request: FastifyRequest) => {
      const { operation } = request.routeOptions.config
      if (!operation) return
      if (!request.caller) {
        logStranger(refusal, request, operation)
        return
      }
      const outcome = outcomeOf(refusal, operation, request.caller)
      const named = refusedAs(operation)
      if (!outcome || !named) return
      const find: Find = (id, kind) =>
        database.reading(request.caller!.workspaceId, async (tx) => resources[kind]?.(tx, id, request.caller!))
      const recording = findResource(operation, request, find).then((resource) =>
        recordRepeatable(
          repeats,
          entryOf({ ...named, outcome, refusal, resource }, request, operation),
          request,
          operation,
        ),
      )
      await recording.catch((error: unknown) => {
        const about = { err: error, requestId: request.id }
        // Too much to do is no fault: the answer itself may be 429.
        if (error instanceof NoTurn)
          folded('busy', (repeated) => log.warn({ ...about, repeated }, 'Too busy to write refusals to the audit log'))
        else log.error(about, 'Could not write a refusal to the audit log')
      })
    },
    close: () => repeats.close(),
  }
}

const logStranger = ({ status, code }: Refusal, request: FastifyRequest, { id: operation }: Operation) => {
  if (status !== 401 && status !== 403) return
  request.log.info(
    { status, code, operation, ip: request.ip, requestId: request.id },
    'Unauthenticated request rejected',
  )
}

/** 403 is denied, as is a 404 for a resource that a task's credential may not see; a declared error is a failure. */
const outcomeOf = ({ status, code }: Refusal, operation: Operation, { actor }: Caller) => {
  if (status === 403 || (code === commonErrors.absent.code && actor.type === 'agent')) return 'denied'
  return isAudited(operation) && isDeclared({ status, code }, operation) ? 'failure' : undefined
}

export const isDeclared = ({ status, code }: Pick<Refusal, 'status' | 'code'>, { errors = {} }: Operation): boolean =>
  Object.values(errors).some((error) => error.status === status && error.code === code)

interface Resource {
  readonly pair: readonly [kind: string, id: string]
  readonly projectId: string | null
}

type Find = (id: string, kind: keyof ResourceKinds) => Promise<{ readonly projectId: string | null } | undefined>

/** The requested resource, if the request got as far as looking it up: an id before that may be anything. */
const findResource = async (
  operation: Operation,
  request: FastifyRequest,
  find: Find,
): Promise<Resource | undefined> => {
  const { on } = operation.access
  if (!on || isRefused(operation, request.caller!, Object.keys(request.query as object))) return undefined
  const [part, name] = on.id.split('.') as ['params' | 'query' | 'body', string]
  const id = (request[part] as Readonly<Record<string, unknown>> | null | undefined)?.[name]
  if (typeof id !== 'string' || !validate(id)) return undefined
  const found = await find(id, on.kind)
  return found && { pair: [on.kind, id], projectId: found.projectId }
}

interface RecordedRefusal extends Pick<AuditEntry, 'action' | 'category'> {
  readonly outcome: 'denied' | 'failure'
  readonly refusal: Refusal
  readonly resource: Resource | undefined
}

const entryOf = (
  { action, category, outcome, refusal, resource }: RecordedRefusal,
  request: FastifyRequest,
  operation: Operation,
): AuditEntry => {
  const { actor, userId, source } = request.caller!
  const { status, code } = refusal
  return {
    action,
    category,
    outcome,
    severity: outcome === 'denied' ? 'warning' : 'notice',
    actor,
    source,
    requestId: request.id,
    traceId: request.traceId,
    ...(resource && { resource: resource.pair }),
    details: {
      operation: operation.id,
      status,
      ...(code && { code }),
      ...(resource?.projectId && { projectId: resource.projectId }),
      ...(actor.id !== userId && { userId }),
    },
  }
}

/** Repeats are the same operation of the same actor on the same resource, refused for the same reason. */
const recordRepeatable = (repeats: Repeats, entry: AuditEntry, request: FastifyRequest, operation: Operation) => {
  const { actor, outcome, resource = [], details } = entry
  const code = typeof details?.code === 'string' ? details.code : null
  return repeats.record(request.caller!.workspaceId, entry, [
    actor.type,
    actor.id,
    operation.id,
    outcome,
    code,
    ...resource,
  ])
}
