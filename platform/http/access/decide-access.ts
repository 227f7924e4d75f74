import type { FastifyRequest } from 'fastify'
import {
  isArchived,
  isArchivedForGood,
  isInPath,
  type Caller,
  type ReachedResource,
  type ResourceKinds,
  type Visitor,
} from '../../access/index.ts'
import { changesProject, type Level } from '../../contract/access.ts'
import { refuse } from '../../refusal/refusal.ts'
import type { Operation } from '../../contract/operation.ts'
import type { Transaction } from '../../db/transaction.ts'
import { confirmCaller, reachResourceOf } from './admit.ts'
import { openCursor } from '../requests/cursors.ts'
import { checkKey } from '../operations/replays.ts'

/** A request whose access is to be decided. */
export interface AccessInput {
  readonly operation: Operation
  readonly request: FastifyRequest
  readonly resources: ResourceKinds
}

/**
 * The resource of the path, then the request's form, then a resource that the query or the body names. Returns the
 * level that the caller holds; ends the request if it is refused. See decisions/0130.
 */
export const decideAccess = async (
  tx: Transaction,
  { operation, request, resources }: AccessInput,
  caller: Caller | undefined = request.caller,
): Promise<Level | undefined> => (await decideReach(tx, { operation, request, resources }, caller)).level

/** As `decideAccess`, with the project behind the resource. */
export const decideReach = async (
  tx: Transaction,
  { operation, request, resources }: AccessInput,
  caller: Caller | undefined = request.caller,
): Promise<ReachedResource> => {
  const { on } = operation.access
  const held = async () => (on && caller ? reachResourceOf(tx, resources, operation, request, caller) : nothing)
  const reached = on && isInPath(on) ? await held() : nothing
  checkForm(operation, request)
  return on && !isInPath(on) ? held() : reached
}
const nothing: ReachedResource = { level: undefined }

/** Ends a change of an archived project. With `held` the answer is valid until the transaction ends. */
export const refuseArchived = async (
  tx: Transaction,
  { method, access }: Operation,
  { projectId }: Pick<ReachedResource, 'projectId'>,
  { held }: { readonly held: boolean },
): Promise<void> => {
  if (projectId === undefined || !changesProject(method, access)) return
  if (await (held ? isArchivedForGood : isArchived)(tx, projectId)) refuse('projectArchived')
}

/** Ends the request in 400 where its key, its schema or its cursor is wrong. */
export const checkForm = (operation: Operation, request: FastifyRequest): void => {
  checkKey(operation, request)
  if (request.validationError) throw request.validationError
  openCursor(operation, request)
}

/** The actor, as a change sees it, with the level. */
export interface Decided extends ReachedResource {
  readonly caller: Caller | Visitor
}

/** A change looks up its caller's role again before its access to the resource is decided. */
export const decideChange = async (tx: Transaction, asking: AccessInput): Promise<Decided> => {
  const { operation, request } = asking
  const { caller } = request
  if (!caller) return { caller: principalOf(request), ...(await decideReach(tx, asking)) }
  const confirmed = await confirmCaller(tx, operation, request, caller)
  return { caller: confirmed, ...(await decideReach(tx, asking, confirmed)) }
}

/** The actor of an operation that is not public: a caller with a membership, or a visitor. */
export const principalOf = ({ caller, visitor }: FastifyRequest): Caller | Visitor => {
  const principal = caller ?? visitor
  if (!principal) throw new Error('A request reached its handler without a principal')
  return principal
}
