import type { Static } from '../../../platform/contract/index.ts'
import type { RecordedBillable } from '../billables/index.ts'
import type { LineRow } from '../invoices/index.ts'
import type { ClientInvoiceEvidence } from './contract.ts'
import type { BillingSources } from './billing-sources.ts'

type Note = Static<typeof ClientInvoiceEvidence>['notes'][number]

/** The agency's own facts of each line: its recorder, and the cycle, run and task behind it. */
export const notesOf = (lines: readonly LineRow[], behind: BillingSources): Note[] =>
  lines.map(({ position, billableId }) => {
    const billable = behind.billables.get(billableId)!
    const { correctsId, createdBy } = billable
    return {
      position,
      billableId,
      correctsId,
      recordedBy: behind.names.get(createdBy) ?? null,
      ...placeOf(billable, behind),
    }
  })

const nowhere = { title: null, projectId: null, cycleId: null, taskId: null, runId: null }

const placeOf = ({ sourceKind, sourceId }: RecordedBillable, { tasks, decisions, cycles }: BillingSources) => {
  const id = sourceId ?? ''
  const task = tasks.get(id)
  if (sourceKind === 'task' && task) {
    const { title, projectId, cycleId, runId } = task
    return { title, projectId, cycleId, taskId: task.id, runId }
  }
  const cycle = cycles.get(sourceKind === 'decision' ? (decisions.get(id)?.cycleId ?? '') : id)
  if (!cycle) return nowhere
  return { title: cycle.title, projectId: cycle.projectId, cycleId: cycle.id, taskId: null, runId: cycle.runId }
}
