import type { Transaction } from '../../../platform/db/transaction.ts'
import { findPlay } from '../plays/index.ts'
import { dueAfter } from './rules/sequence.ts'
import { setNextDue } from './store-sending.ts'
import type { MessageRow } from './tables.ts'

/** Sets when the mail after a sent mail is due. */
export const letNextFollow = async (tx: Transaction, { leadId, growthPlayId, step }: MessageRow, sentAt: Date) => {
  const play = growthPlayId === null ? undefined : await findPlay(tx, growthPlayId)
  const dueAt = play && step !== null ? dueAfter(sentAt, step, play.steps) : undefined
  if (dueAt) await setNextDue(tx, { leadId, growthPlayId: growthPlayId!, step: step!, dueAt })
}
