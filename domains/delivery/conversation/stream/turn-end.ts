import { isAgency, type Role } from '../../../../platform/access/index.ts'
import type { Static } from '../../../../platform/contract/index.ts'
import type { CycleTurn } from '../contract.ts'
import { done, type Frame } from './frames.ts'
import type { AskedTurn } from './store-asked-turn.ts'

/** How a turn that was sent without a stream ends. */
export type TurnEnd = Pick<Static<typeof CycleTurn>, 'outcome' | 'explanation'>

const atWork: TurnEnd = {
  outcome: 'at_work',
  explanation: 'The agents at work read the message at their next step. Their words are in the transcript of the run.',
}
const answering: TurnEnd = {
  outcome: 'answering',
  explanation: 'A model is still answering. Its answer will be a message of this conversation.',
}

/** The outcome when the turn is stored, before any answer. */
export const outcomeBeforeAnswer = ({ turn, listeners, answerer }: AskedTurn, role: Role): TurnEnd => {
  if (!turn.row.drives) return endOf(done('for_people'))
  if (listeners.length > 0) return atWork
  if (answerer && 'chosen' in answerer) return answering
  return endOf(done('waiting', isAgency(role) && answerer ? { why: answerer.why } : {}))
}

/** How the frames of a turn end; `before` when they have not ended after `waitMs`, or the caller has gone. */
export const turnEnd = async (
  frames: AsyncIterable<Frame>,
  waitMs: number,
  { before, isAtWork }: { readonly before: TurnEnd; readonly isAtWork: boolean },
): Promise<TurnEnd> => {
  const over = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => over.resolve(undefined), waitMs)
  try {
    const last = await Promise.race([lastOf(frames), over.promise])
    if (last === undefined) return before
    return isAtWork && last.event === 'done' && last.data.outcome === 'waiting' ? atWork : endOf(last)
  } finally {
    clearTimeout(timer)
  }
}

type LastFrame = Extract<Frame, { event: 'done' | 'error' }>

const lastOf = async (frames: AsyncIterable<Frame>): Promise<LastFrame | undefined> => {
  for await (const frame of frames) if (frame.event === 'done' || frame.event === 'error') return frame
  return undefined
}

const endOf = (last: LastFrame): TurnEnd => ({
  outcome: last.event === 'done' ? last.data.outcome : 'failed',
  explanation: last.data.message,
})
