import { validate } from 'uuid'
import { refuse } from '../contract/errors.ts'
import type { Level, On, Operation } from '../contract/operation.ts'
import type { Transaction } from '../db/transaction.ts'
import { isAdministrator, isAgency, reaches, type Caller, type OwnTask } from './caller.ts'
import { levelOn, verdict } from './decide.ts'
import { highestGrant } from './store.ts'

/**
 * How an id of one kind leads to its project; `null` where it belongs to the workspace itself. What only one person
 * may see at all is absent for every other caller.
 */
export type ResourceKind = (
  tx: Transaction,
  id: string,
  caller: Caller,
) => Promise<{ readonly projectId: string | null } | undefined>
export type ResourceKinds = Readonly<Record<string, ResourceKind>>

interface Values {
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body: unknown
}

/** Where an operation's resource is named: in its path, or in what is validated first. */
export const isInPath = (on: On): boolean => on.id.startsWith('params.')

/**
 * Decides whether the caller reaches the operation's resource, and ends the request where it does not.
 * The answer is the level held on the project behind it; undefined where there is no project.
 */
export const reach = async (
  tx: Transaction,
  kinds: ResourceKinds,
  operation: Operation,
  caller: Caller,
  values: Values,
): Promise<Level | undefined> => {
  const { on } = operation.access
  if (!on) return undefined
  const id = idOf(on, values)
  if (caller.task) return reachOwn(tx, kinds, on, { ...caller, task: caller.task }, id)
  if (id === undefined || id === null) return withoutProject(operation, caller)
  const resource = await find(tx, kinds, on, caller, id)
  if (!resource && on.absent === 'handler') return undefined
  if (!resource) return refuse('absent')
  if (resource.projectId === null) return withoutProject(operation, caller)
  return reachProject(tx, on, caller, resource.projectId)
}

const find = async (tx: Transaction, kinds: ResourceKinds, on: On, caller: Caller, id: unknown) =>
  typeof id === 'string' && validate(id) ? kindOf(kinds, on)(tx, id, caller) : undefined

/** A task's credential reaches that task, and what else belongs to its project; all else is not there for it. */
const reachOwn = async (
  tx: Transaction,
  kinds: ResourceKinds,
  on: On,
  caller: Caller & { readonly task: OwnTask },
  id: unknown,
): Promise<Level> => {
  const resource = await find(tx, kinds, on, caller, id)
  if (resource?.projectId !== caller.task.projectId) return refuse('absent')
  const isOther = on.kind === 'task' && (id as string).toLowerCase() !== caller.task.id
  return isOther || !reaches('steer', on.needs) ? refuse('absent') : 'steer'
}

const reachProject = async (tx: Transaction, on: On, caller: Caller, projectId: string) => {
  const granted = isAgency(caller.role) ? undefined : await highestGrant(tx, projectId, caller.userId)
  const held = levelOn(caller, projectId, granted)
  const decided = verdict(held, on.needs, on.short)
  return decided === 'allowed' ? held : refuse(decided)
}

/**
 * What belongs to no project may ask for an administrator, and is not changed by a key that names projects; nobody
 * holds a level on it.
 */
const withoutProject = ({ access: { on }, method }: Operation, caller: Caller): Level | undefined => {
  const isRefused =
    (on?.otherwise === 'administrator' && !isAdministrator(caller.role)) ||
    (caller.projectIds !== undefined && method !== 'GET')
  return isRefused ? refuse('forbidden') : undefined
}

const kindOf = (kinds: ResourceKinds, on: On) => {
  const kind = kinds[on.kind]
  if (!kind) throw new Error(`No domain has registered the resource kind ${on.kind}`)
  return kind
}

const idOf = (on: On, values: Values): unknown => {
  const [part, name] = on.id.split('.') as ['params' | 'query' | 'body', string]
  return (values[part] as Readonly<Record<string, unknown>> | undefined)?.[name]
}
