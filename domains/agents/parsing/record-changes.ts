import { record } from '../../../platform/audit/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { ParseRow } from './tables.ts'

/** Audit actions that the parsing of documents writes. */
export const documentJobActions = ['ai_document.read', 'ai_document.fail'] as const

/** The audit row and the event of the end of a parse. */
export const recordParsed = (tx: Transaction, { id, engine, pagesTotal, refusal }: ParseRow): void => {
  const details = { engine, pagesTotal, ...(refusal !== null && { refusal }) }
  record(
    tx,
    {
      action: refusal === null ? documentJobActions[0] : documentJobActions[1],
      category: 'execute',
      outcome: refusal === null ? 'success' : 'failure',
      actor: { type: 'system', id: null },
      source: 'internal',
      resource: ['ai_parse', id],
      details,
    },
    { name: 'ai_document.parsed', entity: ['ai_parse', id], payload: details },
  )
}
