export { sweepWorktrees, discardWorktrees } from './sweep-worktrees.ts'
export type { AgentDesktop, CycleParts, Caps } from './parts.ts'
export { conversationsOf, dropOldConversations, findSavedWork, workKeeper, removeSavedWork } from './saved-work.ts'
export { carrierFor, type NoCarrier, type Carrier } from './carrier.ts'
export { cycleIdentity, modelIdentity } from './model-identity.ts'
export { readTexts, readText } from './read-text.ts'
export {
  type Work,
  type TaskWork,
  findRerunWork,
  type RerunWork,
  tasksOfRun,
  findWorkOn,
  findTaskWork,
  findWorkOnFirst,
  findWork,
} from './work.ts'
export { activeTasks, type ActiveTask } from './active-tasks.ts'
export { comparedMost, compareTask } from './compare-task.ts'
export {
  setupName,
  withUniqueNames,
  withReportOf,
  type Check,
  withReportsOf,
  checksFor,
  checksOverChange,
  mayPassAgain,
  combineRuns,
  logsOf,
} from './checks.ts'
export { causeIn, causeOfCheck } from './setup/setup-cause.ts'
export { messageFor, failStep } from './fail-step.ts'
export { runChecks } from './run-checks.ts'
export { reportAt } from './test-report.ts'
export { cycleRunId, ledgerPrefix } from './cycle-run.ts'
export { declaredSecrets } from './check-secrets.ts'
export { isSetup, setUp } from './set-up.ts'
export { dependenciesRoute } from './setup/dependencies-route.ts'
export { readNeeds } from './setup/read-needs.ts'
export { readPlan } from './setup/read-plan.ts'
export { oneAtATime, sendJson } from './route-json.ts'
export type { StepWork } from './step-work.ts'
export { untilStored } from './until-stored.ts'
export { withWorktree } from './with-worktree.ts'
export { transcriber } from './transcribe.ts'
export { webHost, webRoute } from './web-route.ts'
export { toolsHost, toolsRoute } from './tool-servers/tools-route.ts'
export { type RunToolServers, withToolServers } from './tool-servers/with-tool-servers.ts'
export { baseScripts } from './base-scripts.ts'
export { openFileKeeper, type FileKeeper } from './artifacts/keep-files.ts'
export type { AddedLinesInput } from './read-coverage.ts'
