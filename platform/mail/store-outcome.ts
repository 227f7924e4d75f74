import { statement } from '../db/statement.ts'
import type { Transaction } from '../db/transaction.ts'
import type { MailState } from './tables.ts'

export interface MailOutcome {
  readonly id: string
  readonly state: MailState
  /** Why it was not sent, or not yet, in the server's words without addresses and secrets. */
  readonly lastError: string | null
  readonly endedAt: Date | null
}

const outcomes = statement<{ ids: readonly string[] }, MailOutcome & Record<string, unknown>>(
  'mail.outcomes',
  `select id, state, last_error as "lastError", ended_at as "endedAt" from mail
   where workspace_id = :workspace and id = any(:ids)`,
)
/** The outcomes of these messages of the workspace; expired rows are absent (docs/retention.md). */
export const mailOutcomes = async (
  tx: Transaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, MailOutcome>> =>
  new Map((await outcomes(tx, { ids })).map((outcome) => [outcome.id, outcome]))

/** For SQL: whether a message is on its way no more; `mailId` is a column of the statement. */
export const isMailOver = (mailId: string): string =>
  `not exists (select from mail where mail.id = ${mailId} and mail.state = 'queued')`
