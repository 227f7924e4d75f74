import type { FastifyRequest } from 'fastify'
import {
  findRole,
  isRefused,
  isRefusedVisitor,
  isRunActive,
  reachResource,
  type SessionRequest,
  type Caller,
  type Credentials,
  type Principal,
  type ResourceKinds,
} from '../../access/index.ts'
import type { WorkspaceKeys } from '../../contract/access.ts'
import { ownCall } from '../../handler/own-api.ts'
import { refuse } from '../../refusal/refusal.ts'
import type { Operation } from '../../contract/operation.ts'
import type { Database } from '../../db/database.ts'
import type { Transaction } from '../../db/transaction.ts'
import { isOwnOrigin, type OwnAddress } from './origin.ts'

/** The workspace that a token or a slug in the path means; undefined if it means none. */
type FindWorkspace = (database: Database, value: string) => Promise<string | undefined>

/** How a token or a slug of each kind leads to its workspace: each domain registers the kinds that it declares. */
export type WorkspaceFinders = { readonly [Kind in keyof WorkspaceKeys]?: FindWorkspace }

export interface AdmissionParts extends OwnAddress {
  readonly database: Database
  readonly credentials: Credentials
  /** By the `kind` of an operation's `workspace`. */
  readonly workspaces?: WorkspaceFinders
}

/**
 * The first refusals, in order: 401 without a credential, 400 without a workspace, 403 without a role in it, 403 for
 * the caller kind. Leaves the caller on the request; a visitor, who needs no membership, if the operation takes every
 * signed-in person.
 */
export const admit = async (operation: Operation, request: FastifyRequest, admission: AdmissionParts) => {
  const { who } = operation.access
  if (who !== 'public') {
    const principal = (await authenticate(operation, request, admission.credentials)) ?? refuse('unauthenticated')
    if (principal.isProgram && !takesProgram(operation, request)) refuse('unauthenticated')
    if (principal.task) admitTask(operation, request, principal)
    else if (who === 'signed-in') admitVisitor(operation, request, principal, admission)
    else admitCaller(operation, request, principal, admission)
  }
  // A sign-in may come from anywhere; with a cookie beside it, only a page of ours may change the cookie's session.
  else if (request.headers.cookie !== undefined) refuseForeign(request, { bound: false }, admission)
  if (typeof operation.workspace === 'object') request.workspaceId = await findWorkspace(operation, request, admission)
}

/** A program's token is for the protocol that it speaks. This server itself makes the calls that a message asks for. */
const takesProgram = ({ access }: Operation, request: FastifyRequest) =>
  access.programs === true || headerOf(request, ownCall.header) === ownCall.secret

/** For a task's credential, anything outside its allowlist or workspace is absent. */
const admitTask = (operation: Operation, request: FastifyRequest, principal: Principal) => {
  const workspaceId = principal.workspaceId!
  request.caller = { ...principal, workspaceId, membershipRole: 'client', role: 'client', source: 'api' }
  request.workspaceId = workspaceId
  const { workspaceId: inPath } = request.params as { workspaceId?: string }
  const named = [headerOf(request, 'x-organization-id'), operation.workspace === 'path' ? inPath : undefined]
  const isNamed = named.every((one) => one === undefined || one.toLowerCase() === workspaceId)
  const isElsewhere = !isNamed || isInPortal(request)
  if (isElsewhere || isRefused(operation, request.caller, Object.keys(request.query as object))) refuse('absent')
}

const admitVisitor = (
  operation: Operation,
  request: FastifyRequest,
  principal: Principal,
  admission: AdmissionParts,
) => {
  request.visitor = { ...principal, source: sourceOf(request, principal) }
  refuseForeign(request, principal, admission)
  if (isInPortal(request) || isRefusedVisitor(operation, principal)) refuse('forbidden')
}

const admitCaller = (
  operation: Operation,
  request: FastifyRequest,
  principal: Principal,
  admission: AdmissionParts,
) => {
  const caller = callerOf(operation, request, principal)
  request.caller = caller
  request.workspaceId = caller.workspaceId
  refuseForeign(request, principal, admission)
  const isAmiss = isPortalRefused(operation, request, caller)
  if (isAmiss || isRefused(operation, caller, Object.keys(request.query as object))) refuse('forbidden')
}

/** A key wins over a cookie beside it: no browser adds a key automatically, so it is intended. */
const authenticate = (operation: Operation, request: FastifyRequest, { keys, sessions, tasks }: Credentials) => {
  const password = operation.access.basic ? passwordOf(request) : undefined
  const key = headerOf(request, 'x-api-key') ?? bearerOf(request) ?? password
  // The token of a program is accepted only as a bearer. Source: RFC 6750, section 2.1.
  if (key?.startsWith('ato_') && key !== bearerOf(request)) return undefined
  if (key !== undefined) return key.startsWith('att_') ? tasks.principal(key) : keys.principal(key)
  const place: SessionRequest =
    operation.access.who === 'signed-in'
      ? {}
      : { workspaceId: namedWorkspace(operation, request), portal: headerOf(request, 'x-client-portal') }
  return sessions.principal(request.headers.cookie, place)
}

const callerOf = (operation: Operation, request: FastifyRequest, principal: Principal): Caller => {
  const workspaceId = namedWorkspace(operation, request) ?? principal.workspaceId ?? refuse('noWorkspace')
  const { membershipRole, role } = principal.workspaceId === workspaceId ? principal : {}
  if (!membershipRole || !role) return refuse(principal.needsCompany ? 'companySignIn' : 'forbidden')
  return { ...principal, workspaceId, membershipRole, role, source: sourceOf(request, principal) }
}

const namedWorkspace = (operation: Operation, request: FastifyRequest) => {
  const named = headerOf(request, 'x-organization-id')?.toLowerCase()
  if (operation.workspace !== 'path') return named
  const { workspaceId } = request.params as { workspaceId: string }
  return named === undefined || named === workspaceId.toLowerCase() ? workspaceId.toLowerCase() : refuse('forbidden')
}

/** An agency's portal is seen by a verified session, in the operations that show it; nothing is administered there. */
const isPortalRefused = (operation: Operation, request: FastifyRequest, { person }: Caller) =>
  isInPortal(request) && (operation.clientPortal !== true || person?.isVerified !== true)

const isInPortal = (request: FastifyRequest) => headerOf(request, 'x-client-portal') !== undefined

/** Browsers send the cookie with a request from any page: a change has to come from a page of ours. */
const refuseForeign = (request: FastifyRequest, { bound }: Pick<Principal, 'bound'>, admission: AdmissionParts) => {
  if (bound || request.method === 'GET' || request.method === 'HEAD') return
  if (!isOwnOrigin(request, admission)) refuse('foreignOrigin')
}

/** A secret of ours as a model client sends it; any other token there may be of a proxy in between. */
const bearerOf = (request: FastifyRequest) =>
  /^bearer +(at[lto]_\S+)$/i.exec(headerOf(request, 'authorization') ?? '')?.[1]

/** The password of HTTP Basic with any user name. Source: RFC 7617, section 2. */
const passwordOf = (request: FastifyRequest) => {
  const encoded = /^basic +([A-Za-z0-9+/=]+)$/i.exec(headerOf(request, 'authorization') ?? '')?.[1]
  if (encoded === undefined) return undefined
  const pair = Buffer.from(encoded, 'base64').toString()
  return pair.includes(':') ? pair.slice(pair.indexOf(':') + 1) : undefined
}

const headerOf = (request: FastifyRequest, name: string) => {
  const value = request.headers[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

const sourceOf = (request: FastifyRequest, { bound }: Principal): Caller['source'] => {
  if (!bound) return 'web'
  return request.headers['user-agent']?.startsWith('atelier-cli/') ? 'cli' : 'api'
}

const findWorkspace = async (
  { workspace }: Operation,
  request: FastifyRequest,
  { database, workspaces }: AdmissionParts,
) => {
  const { kind, id } = workspace as Exclude<Operation['workspace'], string | undefined>
  const find = workspaces?.[kind]
  if (!find) throw new Error(`No domain has registered how ${kind} leads to a workspace`)
  const value = (request.params as Readonly<Record<string, string>>)[id.slice('params.'.length)]!
  return (await find(database, value)) ?? refuse('absent')
}

/** Reads the caller's role again in the transaction of a change, since other processes may hear of it late. */
export const confirmCaller = async (tx: Transaction, operation: Operation, request: FastifyRequest, caller: Caller) => {
  if (caller.task) return (await isRunActive(tx, { runId: caller.task.runId })) ? caller : refuse('unauthenticated')
  const role = await findRole(tx, caller.workspaceId, caller.userId)
  if (role === caller.membershipRole) return caller
  if (!role) return refuse('forbidden')
  const changed: Caller = { ...caller, membershipRole: role, role: isInPortal(request) ? 'client' : role }
  return isRefused(operation, changed, Object.keys(request.query as object)) ? refuse('forbidden') : changed
}

/** Decides the operation's resource for this caller, in the transaction at hand. */
export const reachResourceOf = (
  tx: Transaction,
  kinds: ResourceKinds,
  operation: Operation,
  { params, query, body }: FastifyRequest,
  caller: Caller,
) =>
  reachResource(tx, kinds, operation, caller, {
    params: params as Record<string, string>,
    query: query as Record<string, unknown>,
    body,
  })
