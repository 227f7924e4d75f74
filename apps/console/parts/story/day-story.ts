import { idOfThing } from './things.ts'
import type { StoryEvent } from './event-groups.ts'

export const clauseKinds = [
  'asked',
  'delivered',
  'sentBack',
  'failed',
  'stopped',
  'reverted',
  'published',
  'decided',
  'proposed',
] as const
export type ClauseKind = (typeof clauseKinds)[number]

export interface DayClause {
  readonly kind: ClauseKind
  /** Why a change was sent back: the check that failed. */
  readonly check: string | undefined
  /** The ids of what it happened to, each once, in the order of the day. */
  readonly things: readonly string[]
}

const kindOf: Readonly<Record<string, ClauseKind>> = {
  'cycle.completed': 'delivered',
  'cycle.failed': 'failed',
  'cycle.stopped': 'stopped',
  'cycle.reverted': 'reverted',
  'cycle.proposed': 'proposed',
  'task.reviewed': 'sentBack',
  'deliverable.published': 'published',
  'deliverable_approval.decided': 'decided',
  'pending_request.created': 'asked',
}

type DayEvent = StoryEvent & { readonly taskId: string | null }

/**
 * What happened on a day, as clauses of one sentence, in the order of `clauseKinds`. A change that was sent back says
 * which check of its task failed last before that; changes with the same reason share a clause.
 */
export const dayStory = (newestFirst: readonly DayEvent[]): DayClause[] => {
  const failedCheck = new Map<string, string>()
  const clauses = new Map<string, { kind: ClauseKind; check: string | undefined; things: Set<string> }>()
  for (const event of newestFirst.toReversed()) {
    const { eventType, payload, taskId } = event
    if (eventType === 'task.checked' && taskId !== null && typeof payload.name === 'string')
      failedCheck.set(taskId, payload.name)
    const kind = kindOf[eventType]
    const id = idOfThing(event)
    if (kind === undefined || id === undefined) continue
    const check = kind === 'sentBack' ? failedCheck.get(taskId ?? '') : undefined
    const key = `${kind} ${check ?? ''}`
    const clause = clauses.get(key) ?? { kind, check, things: new Set<string>() }
    clauses.set(key, clause)
    clause.things.add(id)
  }
  return [...clauses.values()]
    .toSorted((one, other) => clauseKinds.indexOf(one.kind) - clauseKinds.indexOf(other.kind))
    .map(({ kind, check, things }) => ({ kind, check, things: [...things] }))
}

/** A sentence begins with a capital letter. */
export const capitalized = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)
