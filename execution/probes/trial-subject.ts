import type { ProbeFile, ProbeSubject } from './probe.ts'

/** A change with its files before it, and the tests that may show it. */
export interface TrialSubject extends ProbeSubject {
  /** The texts of changed files before the change, under the paths that they have after it. */
  readonly before: readonly ProbeFile[]
  /** Program files that the change deletes. */
  readonly deleted: readonly ProbeFile[]
  /** Test files that the change adds or modifies, as they are after it. */
  readonly newTests: readonly ProbeFile[]
  /** Acceptance tests, under the names with which they run. */
  readonly acceptance: readonly ProbeFile[]
}

/** The subject, and the time for all runs in a probe. */
export interface TimedSubject extends TrialSubject {
  readonly budgetMs: number
}

/** The result of a run. */
export interface TrialsResult {
  readonly subject: TimedSubject
  /** Undefined without any. */
  readonly result: string | undefined
}
