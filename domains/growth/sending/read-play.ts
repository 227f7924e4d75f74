import type { Static } from '../../../platform/contract/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { newestDraftRun, readDraftRun, spendOfPlay } from '../drafts/index.ts'
import { countLeadsOfPlay, countOptOuts } from '../leads/index.ts'
import { countByDay, countMailsOfPlay } from '../messages/index.ts'
import { type PlayRow, presentPlay } from '../plays/index.ts'
import type { GrowthPlayResults } from './contract/schemas.ts'

const shownDays = 30

/** A play with its results and its newest run of drafts. */
export const readPlay = async (tx: Transaction, play: PlayRow) => {
  const run = await newestDraftRun(tx, play.id)
  return {
    play: presentPlay(play),
    results: await resultsOf(tx, play),
    lastDraftRun: run ? await readDraftRun(tx, run) : null,
  }
}

const dollars = (micros: number) => micros / 1_000_000

const resultsOf = async (tx: Transaction, play: PlayRow): Promise<Static<typeof GrowthPlayResults>> => {
  const counts = await countMailsOfPlay(tx, play.id)
  const leads = await countLeadsOfPlay(tx, play.id)
  const { lookupMicros, draftMicros } = await spendOfPlay(tx, play)
  const leadsOf = (status: string) => leads.find((one) => one.status === status)?.leads ?? 0
  const { leadsReplied } = counts
  return {
    ...counts,
    leads: {
      new: leadsOf('new'),
      queued: leadsOf('queued'),
      ended: leadsOf('ended'),
      disqualified: leadsOf('disqualified'),
    },
    delivered: Math.max(0, counts.sent - counts.bounces),
    optOuts: await countOptOuts(tx, play.id),
    lookupUsd: dollars(lookupMicros),
    draftUsd: dollars(draftMicros),
    costPerReplyUsd: leadsReplied === 0 ? null : dollars(Math.round((lookupMicros + draftMicros) / leadsReplied)),
    days: [...(await countByDay(tx, play.id, shownDays))],
  }
}
