import type { ModelMessage } from 'ai'
import type { HarnessLimits } from '../job.ts'
import { endAfter, type Fingerprint, repetitions, repetitionSummary } from './repetition.ts'
import { openQuestion } from './tools/ask-person.ts'
import { finalReason } from './tools/give-up.ts'

/** The work so far. */
export interface Progress {
  readonly steps: number
  readonly tokens: number
  readonly calls: readonly Fingerprint[]
  /** The agent's reason for giving up, if it did. */
  readonly gaveUp?: string | undefined
  /** The question to people. */
  readonly asked?: string | undefined
}

export interface Stop {
  readonly outcome: 'gave-up' | 'asked' | 'step-limit' | 'token-limit' | 'repetition'
  readonly summary: string
}

/** Why a conversation ends although its model would continue, or undefined. */
export const stopOf = (progress: Progress, limits: HarnessLimits): Stop | undefined => {
  const { steps, tokens, calls } = progress
  const own = ownStop(progress)
  if (own) return own
  if (repetitions(calls) >= endAfter) return { outcome: 'repetition', summary: repetitionSummary(calls) }
  if (steps >= limits.steps) {
    const summary = `The agent was not done after ${limits.steps} calls of the model, which is its limit.`
    return { outcome: 'step-limit', summary }
  }
  if (tokens >= limits.tokens) {
    const summary = `The agent was not done after ${tokens} tokens; its limit is ${limits.tokens}.`
    return { outcome: 'token-limit', summary }
  }
  return undefined
}

/** The end of a conversation that was saved before it was reported: the agent had given up, or asked people. */
export const savedStop = (messages: readonly ModelMessage[]): Stop | undefined =>
  ownStop({ gaveUp: finalReason(messages), asked: openQuestion(messages) })

/** How the agent itself ended. */
const ownStop = ({ gaveUp, asked }: Pick<Progress, 'gaveUp' | 'asked'>): Stop | undefined => {
  if (gaveUp !== undefined) return { outcome: 'gave-up', summary: gaveUp }
  if (asked !== undefined) return { outcome: 'asked', summary: asked }
  return undefined
}
