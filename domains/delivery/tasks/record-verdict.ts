import { record } from '../../../platform/audit/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { setVerdict } from './store.ts'
import type { TaskRow, Verdict } from './tables.ts'

/** Keeps what the review of a task found in a cycle's run, and records its event; reasons stay with the evidence. */
export const recordVerdict = async (
  tx: Transaction,
  { id, projectId, cycleId }: TaskRow,
  runId: string,
  verdict: Verdict,
): Promise<void> => {
  await setVerdict(tx, id, runId, verdict)
  const { outcome, provedBy, approved } = verdict
  record(tx, undefined, {
    name: 'task.reviewed',
    entity: ['task', id] as const,
    projectId,
    cycleId,
    taskId: id,
    payload: { verdict: outcome, provedBy, approved },
  })
}

/** A person lets the change pass. The proof of the checks stays as it is, since a person verifies nothing. */
export const approveVerdict = (tx: Transaction, { id, review }: TaskRow, runId: string) =>
  setVerdict(tx, id, runId, { ...review!, approved: true })
