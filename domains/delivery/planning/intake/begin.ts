import { v7 as uuidv7 } from 'uuid'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import type { Engine } from '../../../../platform/jobs/index.ts'
import { findProject } from '../../../code/projects/index.ts'
import type { CycleRow } from '../../cycles/index.ts'
import { insertIntake } from './store.ts'

/** Starts sorting a draft in the background if its project wants it, in the transaction that proposes the draft. */
export const beginIntake = async (
  engine: Pick<Engine, 'start'>,
  tx: Transaction,
  { id: cycleId, projectId }: Pick<CycleRow, 'id' | 'projectId'>,
  now: Date,
): Promise<void> => {
  const project = await findProject(tx, projectId)
  if (project?.intake.sort !== 'on') return
  const id = uuidv7()
  const run = await engine.start(tx, { workspaceId: tx.workspace!, kind: 'intake', subjectId: id })
  await insertIntake(tx, { id, projectId, cycleId, runId: run.id, now })
}
