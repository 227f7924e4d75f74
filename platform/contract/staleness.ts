import type { Operation } from './declaration.ts'

/**
 * Every subject that a read can depend on: the first word of an event's name, `task` of `task.merged`. They are added
 * by `declare module '…/platform/contract/staleness.ts' { interface Subjects { task: true } }`.
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface Subjects {}
export type Subject = keyof Subjects

/** The ids that an event carries; null where it is about no such thing. */
export interface EventIds {
  readonly entityId: string
  readonly projectId: string | null
  readonly cycleId: string | null
  readonly taskId: string | null
}

/**
 * The subjects whose events change the answer of a read. `all`: every event of the subject does. An id: only events in
 * which this id is one of the read's path parameters, and events without the id. `all` alone: every event does.
 */
export type Reads = 'all' | Readonly<Partial<Record<Subject, 'all' | keyof EventIds>>>

/** The first word of an event's or an audit action's name. */
export const subjectOf = (action: string): string => action.slice(0, action.indexOf('.'))

/** In the browser an operation has its `touches` and no `audit`. */
type Touching = Pick<Operation, 'method' | 'touches'> & { readonly audit?: Operation['audit'] }

/** The subjects that an operation changes. */
export const touchedBy = ({ method, touches, audit }: Touching): readonly string[] => {
  if (touches) return touches
  if (method === 'GET' || !audit || !('action' in audit)) return []
  return [subjectOf(audit.event ?? audit.action)]
}

/** Whether a change of a subject, or the event with these ids that tells it, makes the answers of a read stale. */
export const isStaleAfter = (
  { reads, params = {} }: { readonly reads: Reads; readonly params?: Readonly<Record<string, string>> },
  subject: string,
  ids?: EventIds,
): boolean => {
  if (reads === 'all') return true
  const by = (reads as Readonly<Record<string, 'all' | keyof EventIds>>)[subject]
  if (by === undefined) return false
  const id = by === 'all' ? undefined : ids?.[by]
  return !id || Object.values(params).includes(id)
}
