import type { Level, On, Operation } from '../platform/contract/index.ts'

/**
 * The caller, in the words that decide; a refusal is decided by the declaration of an operation and by these words
 * only.
 */
export interface CallerKind {
  readonly credential: 'none' | 'key' | 'session' | 'task'
  /** The place in the workspace; without one it is another workspace's person. */
  readonly role?: 'owner' | 'admin' | 'member' | 'client'
  /** The client's grant on the project behind the resource. */
  readonly grant?: 'view' | 'steer'
  /** The highest scope of a key. */
  readonly scope?: 'read' | 'write' | 'admin'
  /** A key that names another project; a task credential of another task. */
  readonly elsewhere?: true
  /**
   * Under `X-Client-Portal`: the portal is the caller's own, or the caller is unproved (a key, an unverified person),
   * or it is not.
   */
  readonly portal?: 'own' | 'unproved' | 'none'
  /** A session whose request comes from a page of another origin. */
  readonly foreignOrigin?: true
}

/** `passes`: neither 401, 403 nor 404; the operation itself may still refuse. */
export type ExpectedStatus = 'passes' | 401 | 403 | 404

/** Kinds of the workspace that a key which names projects does not see at all. */
const hiddenFromNarrowKeys: readonly string[] = [
  'client_account',
  'billable',
  'payable_invoice',
  'portal_client',
  'portal_invitation',
]

/** Whether every caller who may ask for a resource of the operation's kind sees it. */
export const isSeenByAll = ({ kind, needs }: On): boolean => needs === undefined && !hiddenFromNarrowKeys.includes(kind)

/** The answer that follows from the declaration only, for a caller who names a resource of the workspace. */
export const expectedAnswer = (operation: Operation, caller: CallerKind): ExpectedStatus => {
  const refused = answerToCaller(operation, caller)
  return refused === 'passes' ? answerOnResource(operation, caller) : refused
}

/** The part of it that is decided before anything is looked up. */
export const answerToCaller = (operation: Operation, caller: CallerKind): ExpectedStatus => {
  const { access, method } = operation
  const { credential, foreignOrigin } = caller
  if (access.who === 'public') return foreignOrigin && method !== 'GET' ? 403 : 'passes'
  if (credential === 'none') return 401
  if (credential === 'task') return access.task && access.who !== 'signed-in' ? 'passes' : 404
  if (foreignOrigin && method !== 'GET') return 403
  if (access.session && credential !== 'session') return 403
  if (credential === 'key' && !isInScope(operation, caller)) return 403
  return hasRole(operation, caller) ? 'passes' : 403
}

const hasRole = ({ access, clientPortal }: Operation, { role, portal }: CallerKind) => {
  if (access.who === 'signed-in' || access.who === 'public') return portal === undefined
  if (!role || (portal && !(clientPortal && portal === 'own'))) return false
  const held = portal ? 'client' : role
  return rolesOf[access.who].includes(held) || isOutside(access, held)
}

/** A client is refused by the resource that it names in the path of an operation of the agency. */
const isOutside = ({ who, on }: Operation['access'], role: string) =>
  who === 'agency' && role === 'client' && on?.id.startsWith('params.') === true && on.clients !== 403

const agency: readonly string[] = ['owner', 'admin', 'member']
const rolesOf: Readonly<Record<'participant' | 'agency' | 'administrator', readonly string[]>> = {
  participant: [...agency, 'client'],
  agency,
  administrator: ['owner', 'admin'],
}

const isInScope = (operation: Operation, { scope, elsewhere }: CallerKind) => {
  if (elsewhere && !operation.access.on && scopeOf(operation) !== 'read') return false
  return scope === 'admin' || scope === scopeOf(operation) || (scope === 'write' && scopeOf(operation) === 'read')
}

/**
 * The scope that a key needs. A GET that is recorded, or that a person does on a page, is a read only if it is declared
 * as one.
 */
export const scopeOf = ({ access, method, audit, reach }: Operation): 'read' | 'write' | 'admin' => {
  if (access.who === 'administrator') return 'admin'
  const doesMore = (audit !== undefined && 'action' in audit) || typeof reach === 'object'
  return access.scope ?? (method === 'GET' && !doesMore ? 'read' : 'write')
}

const answerOnResource = ({ access, method }: Operation, caller: CallerKind): ExpectedStatus => {
  const { on } = access
  if (!on) return 'passes'
  const { portal, grant, elsewhere } = caller
  const role = portal ? 'client' : caller.role!
  if (isOutside(access, role) && caller.credential !== 'task')
    return on.needs !== undefined && grant && !elsewhere ? (on.short ?? 403) : 404
  if (isSeenByAll(on)) return elsewhere && method !== 'GET' ? 403 : 'passes'
  if (elsewhere) return 404
  if (on.needs === undefined) return 'passes'
  if (caller.credential === 'task') return 'passes'
  const held = agency.includes(role) ? 'manage' : grant
  if (!held) return 404
  return ranks[held] >= ranks[on.needs] ? 'passes' : (on.short ?? 403)
}

const ranks: Readonly<Record<Level, number>> = { view: 1, steer: 2, manage: 3 }
