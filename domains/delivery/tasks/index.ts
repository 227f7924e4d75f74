export { liveTaskTitle, newestTaskOf, projectOfTask, taskIdsOfCycle, taskIdsOfProject, taskTitle } from './joins.ts'
export {
  moveTask,
  planTask,
  assignTaskAgent,
  beginTaskRun,
  recordConflict,
  recordMergeSha,
  recordRound,
} from './move.ts'
export {
  adoptTask,
  deleteTasksOf,
  editTask,
  resetPlanChanges,
  markTestsKept,
  removeTask,
  replaceNeeds,
} from './plan.ts'
export { approveVerdict, recordVerdict } from './record-verdict.ts'
export { failureForEvents, failureFor } from './failure.ts'
export { presentTask, presentTasks } from './present.ts'
export {
  findAnyTask,
  findTask,
  hasTaskAtWork,
  lastNumberOf,
  needsOf,
  openTaskCount,
  ownRunsOf,
  taskCount,
  tasksOfCycle,
  worstVerdict,
  taskSources,
  type TaskSource,
  provingTestsOf,
  testsOfPart,
  tasksOfCommits,
  runsOfProject,
  newestTaskBranches,
} from './store.ts'
export type { Failure as TaskFailure, Mend, TaskAgent, TaskRow } from './tables.ts'
