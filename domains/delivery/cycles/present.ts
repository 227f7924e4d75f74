import type { Caller } from '../../../platform/access/index.ts'
import type { Static } from '../../../platform/contract/index.ts'
import { failureFor } from '../tasks/index.ts'
import type { Cycle, CycleSummary } from './contract.ts'
import type { SummaryRow } from './store.ts'
import type { CycleRow } from './tables.ts'

/** A cycle as callers read it: a reply has the fields of its schema, and no others of the row. */
export const presentCycle = (row: CycleRow, { role }: Pick<Caller, 'role'>): Static<typeof Cycle> => ({
  ...row,
  failure: failureFor(row.failure, role),
})

export const presentSummary = (
  row: SummaryRow,
  { role }: Pick<Caller, 'role'>,
  authors: ReadonlyMap<string, string>,
): Static<typeof CycleSummary> => ({
  ...row,
  failure: failureFor(row.failure, role),
  author: authors.get(row.createdBy) ?? null,
})
