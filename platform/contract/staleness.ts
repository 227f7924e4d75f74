import type { Operation } from './declaration.ts'
import type { EventIds, Reads } from './reads.ts'

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

/** Whether a change of a subject, or its event with these ids, makes the answers of a read stale. */
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
