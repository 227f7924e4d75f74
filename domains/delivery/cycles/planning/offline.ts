import { readTasks } from '../../../../execution/models/index.ts'
import { faultsOfPlan, type PlannedPiece } from '../rules-plan.ts'
import type { ReadPlan } from './answer.ts'

/** The plan that a description holds for the offline model: its `task` blocks. Without one it stays one task. */
export const offlinePlan = (description: string): ReadPlan => {
  const { tasks, problems } = readTasks(description)
  if (problems.length > 0) return { faults: problems }
  const pieces: PlannedPiece[] = tasks.map(({ name, ...task }) => ({ name, title: name, ...task }))
  const faults = pieces.length === 0 ? [] : faultsOfPlan(pieces)
  return faults.length > 0 ? { faults } : { pieces }
}
