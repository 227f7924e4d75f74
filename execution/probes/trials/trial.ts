import type { ProbeFile, ProbeSubject } from '../probe.ts'

/** The subject of trials: a change with its files before it, and the tests that may show it. */
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

/** The subject, and the time for all trials of one probe. */
export interface TimedSubject extends TrialSubject {
  readonly budgetMs: number
}

/** The result of a run of trials. */
export interface TrialsResult {
  readonly subject: TimedSubject
  /** Undefined without any. */
  readonly result: string | undefined
}

/** One altered state of the change, over which tests run. */
export interface Trial {
  /** Files with another text; without a text, the file is removed. */
  readonly files: readonly { readonly path: string; readonly text: string | undefined }[]
  /** Whether all tests run where the chosen ones pass. */
  readonly isWhole: boolean
  /** Trials by their places: this one is only needed if the program of one of them cannot be read. */
  readonly instead?: readonly number[]
}

/** `passes`: all tests that ran pass. `fails`: one does not. `untried`: the time was used. `unread`: no such program. */
export type TrialOutcome = 'passes' | 'fails' | 'untried' | 'unread' | 'needless'

export const textAt = (files: readonly ProbeFile[], path: string): string | undefined =>
  files.find((file) => file.path === path)?.text
