import { nameOfPerson } from '../../../platform/access/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { cycleSources, type CycleSource } from '../../delivery/cycles/index.ts'
import { approvedWork, type ApprovedWork } from '../../delivery/deliverables/index.ts'
import { taskSources, type TaskSource } from '../../delivery/tasks/index.ts'
import { findBillables, type RecordedBillable } from '../billables/index.ts'
import type { LineRow } from '../invoices/index.ts'

/** The rows behind the lines of an invoice, each by its id. Deleted rows are left out. */
export interface BillingSources {
  readonly billables: ReadonlyMap<string, RecordedBillable>
  readonly decisions: ReadonlyMap<string, ApprovedWork>
  readonly cycles: ReadonlyMap<string, CycleSource>
  readonly tasks: ReadonlyMap<string, TaskSource>
  /** People's names, by their ids; null for former users. */
  readonly names: ReadonlyMap<string, string | null>
}

const byId = <Row extends { readonly id: string }>(rows: readonly Row[]): ReadonlyMap<string, Row> =>
  new Map(rows.map((row) => [row.id, row]))

export const findBillingSources = async (tx: Transaction, lines: readonly LineRow[]): Promise<BillingSources> => {
  const recorded = await findBillables(
    tx,
    lines.map(({ billableId }) => billableId),
  )
  const sourcesOf = (kind: RecordedBillable['sourceKind']) => [
    ...new Set(recorded.flatMap(({ sourceKind, sourceId }) => (sourceKind === kind && sourceId ? [sourceId] : []))),
  ]
  const decided = await approvedWork(tx, sourcesOf('decision'))
  const cycleIds = [...sourcesOf('cycle'), ...decided.map(({ cycleId }) => cycleId)]
  const names = new Map<string, string | null>()
  for (const id of new Set([...recorded.map((row) => row.createdBy), ...decided.map((row) => row.reviewerId)]))
    names.set(id, (await nameOfPerson(tx, id)) ?? null)
  return {
    billables: byId(recorded),
    decisions: byId(decided),
    names,
    cycles: byId(await cycleSources(tx, [...new Set(cycleIds)])),
    tasks: byId(await taskSources(tx, sourcesOf('task'))),
  }
}
