import type { HarnessLimits } from '../job.ts'
import { isRepeating } from './repetition.ts'

/** One call of the model and what became of its tool calls. */
export interface Step {
  readonly tokens: number
  readonly calls: readonly { readonly name: string; readonly input: unknown; readonly result: string }[]
}

export interface Stop {
  readonly outcome: 'gave-up' | 'step-limit' | 'token-limit' | 'repetition'
  readonly summary: string
}

/** Why a conversation ends although its model would go on, or undefined. */
export const stopOf = (steps: readonly Step[], limits: HarnessLimits): Stop | undefined => {
  const calls = steps.flatMap((step) => step.calls)
  const gaveUp = calls.find(({ name }) => name === 'give_up')
  if (gaveUp) return { outcome: 'gave-up', summary: reasonOf(gaveUp.input) }
  if (isRepeating(calls.map((call) => JSON.stringify(call)))) {
    return {
      outcome: 'repetition',
      summary: `The agent went round in circles, the last time with ${calls.at(-1)!.name}.`,
    }
  }
  if (steps.length >= limits.steps) {
    return {
      outcome: 'step-limit',
      summary: `The agent was not done after ${limits.steps} calls of the model, which is its limit.`,
    }
  }
  const tokens = steps.reduce((sum, step) => sum + step.tokens, 0)
  if (tokens >= limits.tokens) {
    return {
      outcome: 'token-limit',
      summary: `The agent was not done after ${tokens} tokens; its limit is ${limits.tokens}.`,
    }
  }
  return undefined
}

const reasonOf = (input: unknown) => {
  const { reason } = (input ?? {}) as { reason?: unknown }
  return typeof reason === 'string' && reason.trim() !== '' ? reason : 'The agent gave up without a reason.'
}
