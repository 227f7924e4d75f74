import { isActive } from '../../../../../domains/delivery/cycles/rules.ts'
import { waitingKind, type CycleRow, type WaitingItem } from '../../../api/waiting-items.ts'

/** True if agents or checks work on a cycle: it neither waits for a person nor stops. */
const isAtWork = ({ status }: CycleRow) => isActive(status) && status !== 'blocked' && status !== 'stopping'

export type WaitingKind = ReturnType<typeof waitingKind> | 'message'

export interface ProjectActivity {
  /** Cycles that agents or checks work on now. */
  readonly atWork: number
  /** How many questions, decisions, failed cycles and messages wait for a person. */
  readonly waiting: number
  /** How many items of each kind wait; a kind without items is left out. */
  readonly kinds: Readonly<Partial<Record<WaitingKind, number>>>
  /** When the newest cycle was delivered; undefined if none was. */
  readonly deliveredAt: string | undefined
  /** The title of the cycle that waits or is worked on; undefined at rest. */
  readonly current: string | undefined
}

/** The activity of a project, from the newest cycles and the items that wait for this person. */
export const activityOf = (
  projectId: string,
  cycles: readonly CycleRow[],
  waiting: readonly WaitingItem[],
  messages = 0,
): ProjectActivity => {
  const own = cycles.filter((cycle) => cycle.projectId === projectId)
  const delivered = own.filter(({ status }) => status === 'completed').map(({ statusChangedAt }) => statusChangedAt)
  const waits = waiting.filter((item) => item.projectId === projectId)
  const kinds = Map.groupBy(waits, waitingKind)
  return {
    current: waits[0]?.cycleTitle ?? own.find(isAtWork)?.title,
    atWork: own.filter(isAtWork).length,
    waiting: waits.length + messages,
    kinds: {
      ...Object.fromEntries([...kinds].map(([kind, items]) => [kind, items.length])),
      ...(messages > 0 && { message: messages }),
    },
    deliveredAt: delivered.toSorted().at(-1),
  }
}

export const shows = ['all', 'waits', 'atWork', 'atRest'] as const

/** The choice of `shows` that a project belongs to now. */
export const showOf = ({ waiting, atWork }: ProjectActivity) =>
  waiting > 0 ? 'waits' : atWork > 0 ? 'atWork' : 'atRest'
