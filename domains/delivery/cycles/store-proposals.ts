import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'

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
