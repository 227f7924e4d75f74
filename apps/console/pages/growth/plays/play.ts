import type { getGrowthPlay } from '../../../../../domains/growth/sending/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'

/** A play with its results and its last run of drafts. */
export type PlayRead = Reply<typeof getGrowthPlay>
export type Play = PlayRead['play']
