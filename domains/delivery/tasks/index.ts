export { packagesOf, repositoryOfCommit } from './evidence.ts'
export { projectOfTask, taskTitle } from './joins.ts'
export { moveTask, planTask } from './move.ts'
export { approveVerdict, recordChecks, recordVerdict } from './record-checks.ts'
export { failureForEvents, failureFor } from './failure.ts'
export { presentRerun, presentTasks } from './present.ts'
export {
  type CheckPhase,
  isTerminal,
  progressOf,
  statusesTowards,
  type TaskStatus,
  type TestAuthor,
  type VerdictOutcome,
  waitsForPerson,
} from './rules.ts'
export {
  checksOf,
  deleteTasksOf,
  needsOf,
  findTask,
  forgetBaseChecks,
  forgetChecks,
  hasTaskAtWork,
  recordTranscript,
  assignTaskAgent,
  recordRound,
  taskCount,
  tasksOfCycle,
  type TranscriptEntry,
  worstVerdict,
} from './store.ts'
export { markTestsKept, releaseKeptTests } from './store-kept-tests.ts'
export { rerunsMost, hasFixedCommit } from './rules-reruns.ts'
export { endRerun, findRerun, beginRerun, openRerunsIn, type RerunResult, rerunsOf } from './store-reruns.ts'
export {
  transcriptBytes,
  transcriptEnd,
  transcriptOf,
  type TranscriptPlace,
  type TranscriptRow,
} from './store-transcript.ts'
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
export {
  type CheckOutcome,
  type Conflict,
  type CheckCoverage,
  type CheckReport,
  type CheckRerunRow,
  type CheckRow,
  type Failure as TaskFailure,
  type Mend,
  type TaskAgent,
  type TaskRound,
  type TaskRow,
  type ModelFinding,
  type Examination,
  type ExaminationFile,
  type ModelReview,
  type ProbeResult,
  type AcceptanceResult,
  type ReproducedTest,
  type ReviewFinding,
  type Verdict,
} from './tables.ts'
export { taskSources, type TaskSource } from './store-billing-sources.ts'
export { newestTaskBranches } from './store-branches.ts'
export { runsOfProject } from './store-runs.ts'
export { titlesOfTasks } from './store-titles.ts'
