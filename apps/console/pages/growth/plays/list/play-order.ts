import type { listGrowthPlays } from '../../../../../../domains/growth/plays/contract.ts'
import type { Reply } from '../../../../../../platform/client/index.ts'

export type ListedPlay = Pick<Reply<typeof listGrowthPlays>[number], 'id' | 'name' | 'status' | 'proposedByRunId'>

const order: readonly ListedPlay['status'][] = ['active', 'paused', 'draft', 'archived']

/** Orders plays by their state: sending plays first, archived plays last. */
export const byState = (one: ListedPlay, other: ListedPlay) => order.indexOf(one.status) - order.indexOf(other.status)

/** The last day on which mails went out; undefined without one in the days that are known. */
export const lastSentDay = (days: readonly { readonly day: string; readonly sent: number }[]): string | undefined =>
  days.findLast(({ sent }) => sent > 0)?.day
