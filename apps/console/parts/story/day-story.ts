import { idOfThing, isReviewRequest } from './things.ts'
import type { StoryEvent } from './event-groups.ts'

export const clauseKinds = [
  'asked',
  'reviewing',
  'delivered',
  'sentBack',
  'failed',
  'stopped',
  'reverted',
  'published',
  'approved',
  'changesAsked',
  'decided',
  'proposed',
] as const
type ClauseKind = (typeof clauseKinds)[number]

export interface DayClause {
  readonly kind: ClauseKind
  /** Why a change was sent back: the check that failed. */
  readonly check: string | undefined
  /** The ids of the affected things, each once, in the order of the day. */
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

export type DayEvent = StoryEvent & { readonly taskId: string | null }

/** The way of a cycle: a day shows how far it came, and not each step. */
const stages: Partial<Record<ClauseKind, number>> = { proposed: 0, reviewing: 1, delivered: 2, failed: 2, stopped: 2 }

const answers: Readonly<Record<string, ClauseKind>> = { approved: 'approved', changes_requested: 'changesAsked' }

const clauseOf = (event: DayEvent): ClauseKind | undefined => {
  const { eventType, payload } = event
  if (isReviewRequest(event)) return 'reviewing'
  const answer = eventType === 'deliverable_approval.decided' ? answers[String(payload.decision)] : undefined
  return answer ?? kindOf[eventType]
}

const furthestStages = (events: readonly DayEvent[]): ReadonlyMap<string, number> => {
  const furthest = new Map<string, number>()
  for (const event of events) {
    const kind = clauseOf(event)
    const stage = kind && stages[kind]
    if (stage === undefined || event.cycleId === null) continue
    furthest.set(event.cycleId, Math.max(stage, furthest.get(event.cycleId) ?? 0))
  }
  return furthest
}

/**
 * The events of a day, as clauses in a sentence, ordered by `clauseKinds`. A change that was sent back names the last
 * failed check of its task before that; changes with the same reason share a clause.
 */
export const dayStory = (newestFirst: readonly DayEvent[]): DayClause[] => {
  const failedCheck = new Map<string, string>()
  const clauses = new Map<string, { kind: ClauseKind; check: string | undefined; things: Set<string> }>()
  const furthest = furthestStages(newestFirst)
  for (const event of newestFirst.toReversed()) {
    const { eventType, payload, taskId } = event
    if (eventType === 'task.checked' && taskId !== null && typeof payload.name === 'string')
      failedCheck.set(taskId, payload.name)
    const kind = clauseOf(event)
    const id = idOfThing(event)
    if (kind === undefined || id === undefined) continue
    if ((stages[kind] ?? Infinity) < (furthest.get(event.cycleId ?? '') ?? 0)) continue
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
