export { askModel, type PlainQuestion, type HarnessOutcome, ownGitPath, apiHost, runHarness } from './run.ts'
export {
  chosenAgentsFile,
  chosenAgentsIn,
  type ExternalAgents,
  missingOf,
  readChosenAgents,
  readExternalAgents,
} from './external-agents.ts'
export {
  defaultHarnessLimits,
  harnessModelOf,
  type HarnessJob,
  type HarnessLimits,
  type HarnessModel,
  type HarnessToolServer,
  type SavedWork,
} from './job.ts'
export type { HarnessRecord } from './record.ts'
export { type Harness, type ResolvedHarness, resolveHarness } from './registry.ts'
export { warmHarness } from './warm.ts'
export { mapText } from './native/orientation/map-text.ts'
export { bounded } from './native/text.ts'
