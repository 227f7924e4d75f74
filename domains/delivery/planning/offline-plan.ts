import { readTasks } from '../../../execution/models/index.ts'
import { placePlan, type ReadPlan } from './read-plan.ts'
import type { NamedRepository, NamingPiece } from './repositories.ts'

/** The plan that a description holds for the offline model: its `task` blocks. Without one it stays one task. */
export const offlinePlan = (description: string, repositories: readonly NamedRepository[] = []): ReadPlan => {
  const { tasks, problems } = readTasks(description)
  if (problems.length > 0) return { faults: problems }
  const pieces: NamingPiece[] = tasks.map(({ name, ...task }) => ({ name, title: name, ...task }))
  return pieces.length === 0 ? { pieces: [] } : placePlan(pieces, repositories)
}
