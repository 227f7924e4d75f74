import type { Access, Level, On, OnProject } from '../contract/access.ts'
import type { Operation } from '../contract/operation.ts'
import { scopeOf } from '../contract/scope.ts'
import { isAdministrator, isAgency, isInScope, reaches, type Caller, type Principal } from './caller.ts'

/** True if the caller is refused before any look-up. */
export const isRefused = (operation: Operation, caller: Caller, parameters: readonly string[]): boolean =>
  (caller.task ? operation.access.task !== true : isRefusedPerson(operation, caller)) ||
  (!isAgency(caller.role) && parameters.some((name) => operation.access.agencyParameters?.includes(name)))

const isRefusedPerson = (operation: Operation, caller: Caller) =>
  isRefusedVisitor(operation, caller) || !(fits(operation.access, caller) || isOutsideOf(operation, caller))

/** Whether a client names a resource in the path of an agency operation: the resource refuses it, as absent. */
export const isOutsideOf = ({ access: { who, on } }: Operation, { role }: Caller): boolean =>
  who === 'agency' && !isAgency(role) && on !== undefined && isInPath(on) && on.clients !== 403

/** Where an operation's resource is named: in its path, or in the values that are validated first. */
export const isInPath = (on: On): boolean => on.id.startsWith('params.')

/** Whether a principal is refused wherever it may have a place: by its scopes, its projects, or for being a key. */
export const isRefusedVisitor = (operation: Operation, principal: Principal): boolean =>
  !isInScope(principal.scopes, scopeOf(operation)) ||
  isBeyondProjects(operation, principal) ||
  (operation.access.session === true && principal.bound)

/** A key that names projects changes nothing but them, and sees nothing that administrators see of a whole workspace. */
const isBeyondProjects = (operation: Operation, { projectIds }: Principal) =>
  projectIds !== undefined && !operation.access.on && scopeOf(operation) !== 'read'

const fits = ({ who }: Access, { role }: Caller): boolean => {
  if (who === 'administrator') return isAdministrator(role)
  return who !== 'agency' || isAgency(role)
}

/** The caller's level on a project: the agency manages all, a client has its highest grant, a key its projects. */
export const levelOn = (caller: Caller, projectId: string, granted: Level | undefined): Level | undefined => {
  if (caller.projectIds && !caller.projectIds.includes(projectId)) return undefined
  return isAgency(caller.role) ? 'manage' : granted
}

/** A resource on whose project the caller holds nothing is absent; on less than it needs the caller is refused. */
export const verdict = (held: Level | undefined, needed: Level, short: OnProject['short']) => {
  if (!held) return 'absent'
  if (reaches(held, needed)) return 'allowed'
  return short === 404 ? 'absent' : 'forbidden'
}
