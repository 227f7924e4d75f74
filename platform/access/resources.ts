import { validate } from 'uuid'
import type { KindOf, Kinds, Level, On, OnProject } from '../contract/access.ts'
import { refuse } from '../refusal/refusal.ts'
import type { Operation } from '../contract/operation.ts'
import type { Transaction } from '../db/transaction.ts'
import { isAgency, reaches, type Caller, type OwnTask } from './caller.ts'
import { isOutsideOf, levelOn, verdict } from './decide.ts'
import { highestGrant } from './store.ts'

type FindResource<Found> = (tx: Transaction, id: string, caller: Caller) => Promise<Found | undefined>

/** How an id leads to the project that its resource belongs to. */
export type ProjectKind = FindResource<{ readonly projectId: string }>

/** Finds a resource of the workspace itself. `scope` is the project that it is for, whose keys may change it. */
export type WorkspaceKind = FindResource<{ readonly projectId: null; readonly scope?: string | null }>

type ResourceKind = ProjectKind | WorkspaceKind

/** How an id of each kind is looked up: each domain registers the kinds that it declares. */
export type ResourceKinds = {
  readonly [Kind in keyof Kinds]?: Kind extends KindOf<'project'> ? ProjectKind : WorkspaceKind
}

interface Values {
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body: unknown
}

/** The project behind the operation's resource, and the level that the caller holds on it; both absent without one. */
export interface ReachedResource {
  readonly level: Level | undefined
  readonly projectId?: string
}
const nothing: ReachedResource = { level: undefined }

/** Decides whether the caller reaches the operation's resource, and ends the request if it does not. */
export const reachResource = async (
  tx: Transaction,
  kinds: ResourceKinds,
  operation: Operation,
  caller: Caller,
  values: Values,
): Promise<ReachedResource> => {
  const { on } = operation.access
  if (!on) return nothing
  const id = idOf(operation, on, values)
  if (caller.task) return reachOwn(tx, kinds, on, { ...caller, task: caller.task }, id)
  if (id === undefined) return reachWorkspace(operation, caller)
  const found = await find(tx, kinds, on, caller, id)
  if (!found) return on.absent === 'handler' ? nothing : refuse('absent')
  const isOutside = isOutsideOf(operation, caller)
  if (on.needs === undefined) return isOutside ? refuse('absent') : reachWorkspace(operation, caller, scopeOf(found))
  return reachProject(tx, on, caller, projectOf(found, on), isOutside)
}

const find = async (tx: Transaction, kinds: ResourceKinds, on: On, caller: Caller, id: unknown) =>
  typeof id === 'string' && validate(id) ? kindOf(kinds, on)(tx, id, caller) : undefined

/** A task's credential reaches that task and the other resources of its project; everything else is absent for it. */
const reachOwn = async (
  tx: Transaction,
  kinds: ResourceKinds,
  on: On,
  caller: Caller & { readonly task: OwnTask },
  id: unknown,
): Promise<ReachedResource> => {
  const found = await find(tx, kinds, on, caller, id)
  if (found?.projectId !== caller.task.projectId) return refuse('absent')
  const isOther = on.kind === 'task' && (id as string).toLowerCase() !== caller.task.id
  return isOther || on.needs === undefined || !reaches('steer', on.needs)
    ? refuse('absent')
    : { level: 'steer', projectId: found.projectId }
}

const reachProject = async (tx: Transaction, on: OnProject, caller: Caller, projectId: string, isOutside: boolean) => {
  const granted = isAgency(caller.role) ? undefined : await highestGrant(tx, projectId, caller.userId)
  const held = levelOn(caller, projectId, granted)
  const decided = verdict(held, isOutside ? 'manage' : on.needs, on.short)
  return decided === 'allowed' ? { level: held, projectId } : refuse(decided)
}

/** A key that names projects changes only data of these projects; workspace resources have no levels. */
const reachWorkspace = ({ method }: Operation, { projectIds }: Caller, scope?: string | null): ReachedResource => {
  const isInProjects = scope != null && projectIds?.includes(scope) === true
  return projectIds !== undefined && method !== 'GET' && !isInProjects ? refuse('forbidden') : nothing
}

const scopeOf = (found: { readonly projectId: string | null; readonly scope?: string | null }) => found.scope

const kindOf = (kinds: ResourceKinds, on: On): ResourceKind =>
  (kinds as Readonly<Record<string, ResourceKind>>)[on.kind] ??
  refuseToServe(`No domain has registered the resource kind ${on.kind}`)

const projectOf = ({ projectId }: { readonly projectId: string | null }, { kind }: OnProject): string =>
  projectId ?? refuseToServe(`A resource of the kind ${kind} belongs to no project`)

/** The id as the request has it; undefined if it is missing and the declaration defines that case. */
const idOf = ({ id }: Operation, on: On, values: Values): unknown => {
  const [part, name] = on.id.split('.') as ['params' | 'query' | 'body', string]
  const value = (values[part] as Readonly<Record<string, unknown>> | null | undefined)?.[name] ?? undefined
  if (value !== undefined || on.whenMissing) return value
  return refuseToServe(`${id} was let through without ${on.id}, by which its access is decided`)
}

const refuseToServe = (why: string): never => {
  throw new Error(why)
}
