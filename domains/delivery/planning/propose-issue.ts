import { v7 as uuidv7 } from 'uuid'
import { record } from '../../../platform/audit/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { Engine } from '../../../platform/jobs/index.ts'
import { createCycle, type CycleRow } from '../cycles/index.ts'
import { beginIntake } from './intake/sort-proposal.ts'
import { wakeAutonomousRun } from './project-run/end.ts'

interface ProposedIssue {
  readonly projectId: string
  readonly title: string
  readonly description: string
  /** The page of the issue in its tracker. */
  readonly trackerUrl?: string | undefined
  readonly issueKey: string
  /** The kind of system in which the issue was delegated. */
  readonly source: 'codehost' | 'tracker'
  readonly createdBy: string
  readonly now: Date
}

/** Proposes a cycle for an issue of a tracker, as a person does, and records its source. */
export const proposeIssue = async (
  engine: Engine,
  tx: Transaction,
  { issueKey, source, ...issue }: ProposedIssue,
): Promise<CycleRow> => {
  const cycle = await createCycle(tx, { ...issue, id: uuidv7() })
  await beginIntake(engine, tx, cycle, issue.now)
  const adopted = await wakeAutonomousRun(engine, tx, cycle.projectId)
  const { id: cycleId, projectId, title } = cycle
  const details = { projectId, title, adopted, issueKey }
  record(
    tx,
    {
      action: 'cycle.propose',
      category: 'create',
      outcome: 'success',
      actor: { type: 'system', id: null },
      source,
      resource: ['cycle', cycleId],
      parent: ['project', projectId],
      details,
    },
    { name: 'cycle.proposed', entity: ['cycle', cycleId], projectId, cycleId, payload: { title, adopted, issueKey } },
  )
  return cycle
}
