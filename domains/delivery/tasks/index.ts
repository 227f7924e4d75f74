export { moveTask, planTask } from './move.ts'
export { shownFailure } from './failure.ts'
export { presentTasks } from './present.ts'
export { isTerminal, type TaskStatus } from './rules.ts'
export {
  checksOf,
  deleteTasksOf,
  recordCheck,
  recordTranscript,
  taskCount,
  tasksOfCycle,
  type TranscriptEntry,
} from './store.ts'
export { checkLogsOf } from './store-trace.ts'
export type { CheckOutcome, CheckRow, TaskRow, Failure as TaskFailure } from './tables.ts'
