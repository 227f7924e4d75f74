import { isActive } from '../../../../../domains/delivery/cycles/rules.ts'
import type { CycleRow, WaitingItem } from '../../../api/waiting-items.ts'

/** Agents or checks work on it: it waits for no person and does not stop. */
const isAtWork = ({ status }: CycleRow) => isActive(status) && status !== 'blocked' && status !== 'stopping'

export interface ProjectActivity {
  /** Cycles that agents or checks work on now. */
  readonly atWork: number
  /** Questions, decisions and failed cycles that wait for a person. */
  readonly waiting: number
  /** When the newest cycle was delivered; undefined if none was. */
  readonly deliveredAt: string | undefined
  /** The title of the cycle that waits or is worked on; at rest of the newest one. */
  readonly current: string | undefined
}

/** The activity of each project, from the newest cycles and the items that wait for this person. */
export const activityOf = (
  projectId: string,
  cycles: readonly CycleRow[],
  waiting: readonly WaitingItem[],
): ProjectActivity => {
  const own = cycles.filter((cycle) => cycle.projectId === projectId)
  const delivered = own.filter(({ status }) => status === 'completed').map(({ statusChangedAt }) => statusChangedAt)
  const waits = waiting.find((item) => item.projectId === projectId)
  return {
    current: waits?.cycleTitle ?? (own.find(isAtWork) ?? own[0])?.title,
    atWork: own.filter(isAtWork).length,
    waiting: waiting.filter((item) => item.projectId === projectId).length,
    deliveredAt: delivered.toSorted().at(-1),
  }
}
