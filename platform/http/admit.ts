import type { FastifyRequest } from 'fastify'
import { isRefused, reach, type Caller, type Keys, type Principal, type ResourceKinds } from '../access/index.ts'
import { refuse } from '../contract/errors.ts'
import type { Operation } from '../contract/operation.ts'
import type { Transaction } from '../db/transaction.ts'

/** The first refusals, in their order: 401 nobody, 400 no workspace, 403 no place in it, 403 by the caller alone. */
export const admit = async (operation: Operation, request: FastifyRequest, keys: Keys): Promise<Caller> => {
  const principal = (await authenticate(request, keys)) ?? refuse('unauthenticated')
  const workspaceId = workspaceOf(request, principal) ?? refuse('noWorkspace')
  const role = (principal.workspaceId === workspaceId ? principal.role : undefined) ?? refuse('forbidden')
  const caller = { ...principal, workspaceId, role, source: sourceOf(request) }
  request.caller = caller
  if (isRefused(operation, caller, Object.keys(request.query as object))) refuse('forbidden')
  return caller
}

const authenticate = async (request: FastifyRequest, keys: Keys): Promise<Principal | undefined> => {
  const header = request.headers['x-api-key']
  return typeof header === 'string' ? keys.principal(header) : undefined
}

const workspaceOf = (request: FastifyRequest, principal: Principal) => {
  const header = request.headers['x-organization-id']
  return typeof header === 'string' && header !== '' ? header.toLowerCase() : principal.workspaceId
}

const sourceOf = (request: FastifyRequest): Caller['source'] =>
  request.headers['user-agent']?.startsWith('atelier-cli/') ? 'cli' : 'api'

/** Decides the operation's resource for this request, in the transaction at hand. */
export const reachFor = (tx: Transaction, kinds: ResourceKinds, operation: Operation, request: FastifyRequest) =>
  reach(tx, kinds, operation, request.caller!, {
    params: request.params as Record<string, string>,
    query: request.query as Record<string, unknown>,
    body: request.body,
  })
