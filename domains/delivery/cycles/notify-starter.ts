import type { Transaction } from '../../../platform/db/transaction.ts'
import { notifyPerson } from '../../accounts/letters/index.ts'
import { headlineLine } from '../sentences/rules/failure-headline.ts'
import { whoDenied } from '../requests/index.ts'
import { ownRunsOf, type TaskFailure } from '../tasks/index.ts'
import type { CycleRow } from './tables.ts'

/** Notifies the person who began a run that it failed; not one who made it fail by denying its change. */
export const notifyStarter = async (
  tx: Transaction,
  { id: cycleId, projectId, title, runId, runStartedBy }: CycleRow,
  failure: TaskFailure,
  now: Date,
): Promise<void> => {
  if (runStartedBy === null || runId === null) return
  const doneBy = failure.code === 'denied' ? await personWhoDenied(tx, runId) : undefined
  const why = headlineLine(failure.message)
  const cause = { kind: 'failed_run', projectId, cycleId, subjectId: cycleId, title, why, now } as const
  await notifyPerson(tx, runStartedBy, cause, { doneBy })
}

/** The request that was denied is one of a task's own run. */
const personWhoDenied = async (tx: Transaction, runId: string) => {
  for (const id of [runId, ...(await ownRunsOf(tx, runId))]) {
    const found = await whoDenied(tx, id)
    if (found) return found
  }
  return undefined
}
