import type { Transaction } from '../../../platform/db/transaction.ts'
import { busyStatuses } from './rules.ts'
import { lockActive, lockDrafts, lockNext, lockOne } from './store-locks.ts'

/** Locks a cycle's row as `lockProject` does, until the transaction ends; also in a project that is being deleted. */
export const lockCycle = (tx: Transaction, id: string) => lockOne(tx, { id })

/** Locks the cycles of a project that a run works on. */
export const activeCycles = (tx: Transaction, projectId: string) => lockActive(tx, { projectId, busy: busyStatuses })

/** Locks the first drafts, so that no other run begins them. */
export const lockNextCycles = (tx: Transaction, of: { projectId: string; rows: number }) => lockNext(tx, of)

/** Locks the drafts of the project among these until the transaction ends. */
export const draftsAmong = async (tx: Transaction, projectId: string, ids: readonly string[]) =>
  new Set((await lockDrafts(tx, { projectId, ids })).map(({ id }) => id))
