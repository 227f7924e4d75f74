import { endAfter, type Fingerprint, repetitions, repetitionSummary, warnAfter } from '../native/repetition.ts'
import type { FinishedRecord } from '../record.ts'
import type { ModelCall } from './model-proxy.ts'

/** Why a turn is broken off: with words for the next one, or with the end of the work. */
type Interruption = { readonly words: string } | { readonly end: FinishedRecord }

const ended = (outcome: FinishedRecord['outcome'], summary: string, code?: string): Interruption => ({
  end: { type: 'finished', outcome, summary, ...(code && { code }) },
})

/** The interruption that an agent's tool calls, the newest last, are a reason for. */
export const afterToolCalls = (calls: readonly Fingerprint[]): Interruption | undefined => {
  const times = repetitions(calls)
  if (times >= endAfter) return ended('repetition', repetitionSummary(calls))
  return times === warnAfter ? { words: circling } : undefined
}

const circling =
  'Your turn was broken off: you have done the same three times, with the same result. Do something else: look at another place, try another way, or end and say what stands in the way. The work ends if it goes on like this.'

/** The interruption that a model call is a reason for: a limit or a cap holds for all further calls. */
export const afterModelCall = ({ failure }: ModelCall): Interruption | undefined => {
  if (!failure) return undefined
  if (failure.code === 'step_limit') return ended('step-limit', failure.message)
  return failure.code.endsWith('_cap_reached') ? ended('model-failed', failure.message, failure.code) : undefined
}

export const stallNotice = (stallMs: number): Interruption => ({
  words: `Nothing was seen of you for ${Math.round(stallMs / 60_000)} minutes, so your turn was broken off. Go on with the task, another way if a command hangs; or end and say what stands in the way.`,
})

export const stallEnd = (evidence: string): Interruption => ended('stalled', evidence)

/** Why the present turn is broken off. The end of the work wins over words for a further turn. */
export const openInterruptions = () => {
  let current: Interruption | undefined
  let cancel: () => void = () => undefined
  return {
    interrupt: (why: Interruption | undefined): void => {
      if (!why || (current && !('end' in why))) return
      current = why
      cancel()
    },
    /** Sets the function that asks the agent to end its turn. */
    cancelBy: (ask: () => void): void => void (cancel = ask),
    begin: (): void => void (current = undefined),
    current: (): Interruption | undefined => current,
  }
}

export type Interruptions = ReturnType<typeof openInterruptions>
