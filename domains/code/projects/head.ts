import type { Transaction } from '../../../platform/db/transaction.ts'
import { advance, lock } from './store-changes.ts'

/**
 * The project's row, held until the transaction ends. Rows that only name it can be written until then: code that locks
 * another row and writes one would otherwise wait for code that locks the project and wants that row.
 */
export const lockProject = async (tx: Transaction, id: string) => (await lock(tx, { id })).at(0)

/** Makes a revision the newest of its project. */
export const advanceProjectHead = (tx: Transaction, id: string, revisionId: string, now: Date) =>
  advance(tx, { id, revisionId, now })
