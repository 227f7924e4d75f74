import { nameOfPerson } from '../../../platform/access/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { findAgent } from '../../agents/agents/index.ts'
import type { MessageRow } from './tables.ts'

/** Names of the authors of some messages, by id; null for former users. */
export const authorNames = async (tx: Transaction, rows: readonly Pick<MessageRow, 'createdBy' | 'authorSide'>[]) => {
  const names = new Map<string, string | null>()
  for (const { createdBy, authorSide } of rows)
    if (!names.has(createdBy)) names.set(createdBy, (await nameOf(tx, createdBy, authorSide)) ?? null)
  return names
}

const nameOf = async (tx: Transaction, id: string, side: MessageRow['authorSide']) =>
  side === 'agent' ? (await findAgent(tx, id))?.name : nameOfPerson(tx, id)
