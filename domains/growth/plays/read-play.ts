import type { Transaction } from '../../../platform/db/transaction.ts'
import { usageOfRuns } from '../../agents/spending/index.ts'
import { countLeadsOfPlay, countOptOuts } from '../leads/index.ts'
import { presentDraftRun, presentPlay, presentResults } from './present.ts'
import { spendOfPlay } from './spend.ts'
import { newestDraftRun } from './store-draft-runs.ts'
import { countByDay, countMessages } from './store-results.ts'
import type { DraftRunRow, PlayRow } from './tables.ts'

const shownDays = 30

/** A run of drafts as people see it. */
export const readDraftRun = async (tx: Transaction, row: DraftRunRow) => {
  const used = row.runId === null ? [] : await usageOfRuns(tx, [row.runId])
  return presentDraftRun(
    row,
    used.reduce((sum, { costMicros }) => sum + costMicros, 0),
  )
}

/** A play with its results and its newest run of drafts. */
export const readPlay = async (tx: Transaction, play: PlayRow) => {
  const run = await newestDraftRun(tx, play.id)
  return {
    play: presentPlay(play),
    results: presentResults({
      counts: await countMessages(tx, play.id),
      leads: await countLeadsOfPlay(tx, play.id),
      optOuts: await countOptOuts(tx, play.id),
      spend: await spendOfPlay(tx, play),
      days: await countByDay(tx, play.id, shownDays),
    }),
    lastDraftRun: run ? await readDraftRun(tx, run) : null,
  }
}
