/** What a harness is given to do. Times in milliseconds. */
export interface HarnessJob {
  /** The task as it was written; the offline model reads its blocks from here. */
  readonly description: string
  /** The agent's own instructions: duty and preferences. */
  readonly instructions?: string
  /** What will be run afterwards to judge the change. */
  readonly checks?: readonly { readonly name: string; readonly command: string }[]
  readonly model: HarnessModel
  readonly limits: HarnessLimits
}

export interface HarnessModel {
  readonly name: string
  readonly contextTokens: number
  readonly maxOutputTokens: number
}

export interface HarnessLimits {
  /** Calls of the model. */
  readonly steps: number
  /** Input and output of all calls together. */
  readonly tokens: number
  readonly wallMs: number
  /** The longest that one command of the agent may take. */
  readonly commandMs: number
  /** What a tool may answer at most. */
  readonly resultBytes: number
}

export const defaultHarnessLimits: HarnessLimits = {
  steps: 100,
  tokens: 5_000_000,
  wallMs: 30 * 60_000,
  commandMs: 10 * 60_000,
  resultBytes: 32 * 1024,
}

/** Where a harness finds the worktree and the model, seen from where it runs. */
export interface HarnessPaths {
  readonly worktree: string
  readonly egressSocket: string
  readonly modelUrl: string
}

/** What the native harness reads from its standard input. */
export type HarnessInput = HarnessJob & { readonly place: HarnessPaths }
