import type { RunPayer } from '../../domains/agents/spending/index.ts'

/** The run that calls a model, with its cycle and its project. */
export interface CallIdentity extends RunPayer {
  readonly projectId: string
  readonly cycleId: string
}
