import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { record } from '../../../platform/audit/index.ts'
import { json } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { setVerdict } from './store-run.ts'
import type { Verdict } from './contract/verdict.ts'
import type { TaskRow } from './tables.ts'

/**
 * Stores the findings of a task's review in a cycle's run, and records its event; reasons stay with the evidence. The
 * audit row binds the agent's commit to the verdict by its hash.
 */
export const recordVerdict = async (
  tx: Transaction,
  { id, projectId, cycleId, baseSha, headSha, ownRuns }: TaskRow,
  runId: string,
  verdict: Verdict,
): Promise<void> => {
  await setVerdict(tx, { id, runId, review: json(verdict) })
  const { outcome, provedBy, approved } = verdict
  const verdictSha256 = createHash('sha256').update(canonicalize(verdict)!).digest('hex')
  record(
    tx,
    {
      action: 'run.commit',
      category: 'execute',
      outcome: 'success',
      actor: { type: 'agent', id: runId },
      source: 'internal',
      resource: ['run', runId],
      parent: ['cycle', cycleId],
      details: { projectId, runId, taskId: id, baseSha, commitSha: headSha, attempt: ownRuns, outcome, verdictSha256 },
    },
    {
      name: 'task.reviewed',
      entity: ['task', id],
      projectId,
      cycleId,
      taskId: id,
      payload: { verdict: outcome, provedBy, approved },
    },
  )
}

/** A person lets the change pass. The proof of the checks stays as it is, since a person verifies nothing. */
export const approveVerdict = (tx: Transaction, { id, review }: TaskRow, runId: string) =>
  setVerdict(tx, { id, runId, review: json({ ...review!, approved: true }) })
