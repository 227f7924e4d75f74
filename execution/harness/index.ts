export { defaultHarnessLimits, type HarnessJob, type HarnessLimits, type HarnessModel } from './job.ts'
export type { HarnessRecord } from './record.ts'
export { type Harness, type ResolvedHarness, resolveHarness } from './registry.ts'
export { type HarnessOutcome, type HarnessRun, runHarness } from './run.ts'
