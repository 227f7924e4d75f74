import { ModelFailure } from '../../../execution/models/index.ts'

/** The limits of a step, over all its attempts. */
export interface StepLimits {
  /** Calls that were answered. */
  readonly steps: number
  /** Input and output together. */
  readonly tokens: number
}

/** Throws ModelFailure if a step has used up its limits. */
export const refuseBeyond = (limits: StepLimits, used: StepLimits): void => {
  const what = used.steps >= limits.steps ? 'steps' : used.tokens >= limits.tokens ? 'tokens' : undefined
  if (what === undefined) return
  const limit = what === 'steps' ? `${limits.steps} calls of the model` : `${limits.tokens} tokens`
  const setting = what === 'steps' ? 'ATELIER_AGENT_STEPS' : 'ATELIER_AGENT_TOKENS'
  const message = `The agent was not done after ${limit}, which is its limit (${setting}).`
  throw new ModelFailure(message, { status: 429, code: 'step_limit', billed: 'nothing' })
}
