import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'

const titles = statement<{ ids: readonly string[] }, { id: string; title: string }>(
  'cycle.titles',
  'select id, title from cycle where id = any(:ids) and deleted_at is null',
)
/** The titles of those cycles that are not deleted. */
export const titlesOfCycles = async (tx: Transaction, ids: readonly string[]): Promise<ReadonlyMap<string, string>> =>
  new Map((await titles(tx, { ids })).map(({ id, title }) => [id, title]))

const proposals = statement<{ ids: readonly string[] }, CycleProposal & { id: string }>(
  'cycle.proposals',
  'select id, title, created_by as "createdBy" from cycle where id = any(:ids) and deleted_at is null',
)
interface CycleProposal {
  readonly title: string
  readonly createdBy: string
}
/** Titles of those cycles that are not deleted, and the people who proposed them. */
export const proposalsOfCycles = async (
  tx: Transaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CycleProposal>> =>
  new Map((await proposals(tx, { ids })).map(({ id, ...proposal }) => [id, proposal]))
