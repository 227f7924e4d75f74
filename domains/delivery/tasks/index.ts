export { projectOfTask, taskIdsOfCycle, taskIdsOfProject, taskTitle } from './joins.ts'
export { moveTask, planTask } from './move.ts'
export { approveVerdict, recordVerdict } from './record-verdict.ts'
export { failureForEvents, failureFor } from './failure.ts'
export { presentTasks } from './present.ts'
export {
  deleteTasksOf,
  needsOf,
  findTask,
  hasTaskAtWork,
  assignTaskAgent,
  recordRound,
  taskCount,
  tasksOfCycle,
  worstVerdict,
} from './store.ts'
export { markTestsKept, releaseKeptTests } from './store-kept-tests.ts'
export {
  adoptTask,
  findAnyTask,
  forgetPlanChanges,
  lastNumberOf,
  markPlanChanged,
  openTaskCount,
  ownRunsOf,
  removeTask,
  recordConflict,
  recordMergeSha,
  replaceNeeds,
  beginTaskRun,
  editTask,
} from './store-graph.ts'
export { type Failure as TaskFailure, type Mend, type TaskAgent, type TaskRow } from './tables.ts'
export { taskSources, type TaskSource } from './store-billing-sources.ts'
export { newestTaskBranches } from './store-branches.ts'
export { runsOfProject } from './store-runs.ts'
export { titlesOfTasks } from './store-titles.ts'
