/** A file of the repository with its text; `path` is relative to the worktree, with `/`. */
export interface ProbeFile {
  readonly path: string
  readonly text: string
}

/** The subject of a probe: one check of a change whose judged runs passed. */
export interface ProbeSubject {
  /** The command of the check, with the scripts of package.json expanded. */
  readonly command: string
  /** The runner that the check's report names: `node`, `vitest`, `jest`, `mocha`, `pytest`, `unittest`, `go`, … */
  readonly runner: string
  /** Program files that the change adds or modifies, as they are after it. */
  readonly changed: readonly ProbeFile[]
  /** Test files of the base whose tests pass over the change, as they are on the base. */
  readonly tests: readonly ProbeFile[]
  /** Files of tests that failed on the base and pass over the change, as its report names them. */
  readonly healed?: readonly string[]
  /** Random letters and digits, unknown to the repository, that mark files and results of this run. */
  readonly nonce: string
}

/** One run over fresh files: `files` are laid over the tree, then `command` runs, then `resultPath` is read. */
export interface ProbeRun {
  readonly files: readonly ProbeFile[]
  readonly command: string
  /** Written by the run, relative to the worktree. Its content is untrusted: parse it with limits. */
  readonly resultPath: string
  /** The longest time of the run, if it has its own. */
  readonly wallMs?: number
}

/** Why a probe does not apply, as a sentence for the verdict. */
export interface NotProbed {
  readonly notProbed: string
}

/** A change with the tests that may show it. */
export interface TrialSubject extends ProbeSubject {
  /** Test files that the change adds or modifies, as they are after it. */
  readonly newTests: readonly ProbeFile[]
  /** Acceptance tests, under the names with which they run. */
  readonly acceptance: readonly ProbeFile[]
}

/** The subject, and the time for all runs in a probe. */
export interface TimedSubject extends TrialSubject {
  readonly budgetMs: number
}

/** Why probes do not apply to a change, as sentences for people. */
export const notProbedReasons = {
  commandNamesTests: 'The command of the check names the tests that it runs.',
  commandUnknown: 'Tests were not copied: the command is no plain run of a test runner that is known.',
  noCall: 'The new tests make no call to the product that can be recorded.',
  noNewTest: 'No new test was found in a language that probes read.',
  noPlainValue: 'No recorded call could be made again outside of the tests.',
  notRecorded: 'The tests failed while their calls were recorded, so that none could be made again.',
  noAssertion: 'The run of mutated tests recorded no assertion.',
  noBaseTest: 'No test of the base passes over the change, beside which the probe could run.',
  noLiteralExpectation: 'No assertion with a literal expected value was found for the mutants of tests.',
  noLiteralInput: 'No test gives a literal to the product, so that no input was altered.',
  noModule: 'The change touches no module that its runner loads.',
  notRead: 'The tests take more time or memory than there is to read them.',
  noValue: 'The runs with altered inputs recorded no value to compare.',
  runnerWithoutIdentities: (runner: string) => `Identities are not compared under the runner “${runner}”.`,
  runnerWithoutTraps: (runner: string) => `Reads are not trapped under the runner “${runner}”.`,
}
