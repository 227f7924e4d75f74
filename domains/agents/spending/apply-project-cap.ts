import type { Transaction } from '../../../platform/db/transaction.ts'
import { capOfProject, type InstanceCaps } from '../../code/projects/rules/caps.ts'
import { findProject } from '../../code/projects/index.ts'
import { applyCap } from './store-budgets.ts'

/** Sets the cap of a project to its present value, at once, also for calls of runs that are under way. */
export const applyProjectCap = async (
  tx: Transaction,
  caps: Pick<InstanceCaps, 'projectMicros'>,
  projectId: string,
): Promise<void> => {
  const project = await findProject(tx, projectId)
  if (project) await applyCap(tx, { kind: 'project', id: projectId }, capOfProject(project, caps))
}
