export { discardWorktrees, worktreeName, withWorktree } from './with-worktree.ts'
export type { CycleParts } from './parts.ts'
export { carrierFor, type NoCarrier, type Carrier, requestedPlace } from './carrier.ts'
export {
  cycleIdentity,
  modelIdentity,
  cycleRunId,
  ledgerPrefix,
  comparedMost,
  compareTask,
  repositoryOfCommit,
  type StepWork,
  type TaskWork,
  type Work,
  agentSteps,
} from './step-work.ts'
export {
  nameOf,
  pathFields,
  previousFields,
  textIn,
  readTextFiles,
  readTexts,
  readText,
  readTree,
  mayLoad,
} from './tree-texts.ts'
export { setupName, withUniqueNames, type Check } from './check.ts'
export { causeIn, causeLine, causeOfCheck, lacksProgram } from './setup/setup-cause.ts'
export { runChecks } from './run-checks.ts'
export { reportAt } from './test-report.ts'
export { declaredSecrets, openDeclaredSecrets } from './declared-secrets.ts'
export { isSetup, setUp, profileVariables } from './set-up.ts'
export { readNeeds, readPlan } from './setup/read-needs.ts'
export { openFileKeeper, type FileKeeper } from './artifacts/keep-files.ts'
export type { AddedLinesInput } from './read-coverage.ts'
