import { type Caller, isAgency, type Role } from '../../../../platform/access/index.ts'
import type { InTransaction } from '../../../../platform/db/transaction.ts'
import { answerTo } from '../store-cycle.ts'
import { presentMessages } from '../present.ts'
import { answerFrames } from './answer-frames.ts'
import type { AnswerParts } from './answerer.ts'
import { followAgents } from './follow-agents.ts'
import { done, type Frame, wholeMessage } from './frames.ts'
import type { AskedTurn } from './store-asked-turn.ts'
import type { Static } from '../../../../platform/contract/index.ts'
import type { CycleTurn } from '../contract.ts'

/** A stored turn, with the reader of its answer. */
interface StreamedTurn extends AskedTurn {
  readonly caller: Pick<Caller, 'role'>
  readonly workspace: string
  readonly signal: AbortSignal
  /** Decides for the reader before it reads. */
  readonly read: InTransaction
}

/** The frames of a stream: the turn, its answers, and its end. */
export async function* turnFrames(parts: AnswerParts, streamed: StreamedTurn): AsyncGenerator<Frame> {
  const { turn, message, cycle, listeners, answerer, caller, workspace, signal, read } = streamed
  yield { event: 'user_message', data: message }
  if (!turn.row.drives) yield done('for_people')
  else if (turn.isRepeated) yield* framesAgain(streamed)
  else if (listeners.length > 0) yield* following(streamed)
  else if (answerer && 'chosen' in answerer)
    yield* answerFrames(parts, { workspace, cycle, asked: turn.row, answerer, signal }, { role: caller.role, read })
  else yield done('waiting', isAgency(caller.role) && answerer ? { why: answerer.why } : {})
}

/** The stored frames of a turn; no model is asked a second time. */
async function* framesAgain(streamed: StreamedTurn): AsyncGenerator<Frame> {
  const { turn, listeners, read } = streamed
  const stored = await read((tx) => answerTo(tx, { id: turn.row.id }))
  if (stored) {
    const [answer] = await read((tx) => presentMessages(tx, [stored]))
    yield* wholeMessage({ agentId: stored.createdBy, taskId: null }, stored.content, stored.isCut)
    yield done('answered', { answer: answer! })
  } else if (turn.row.asksModel) yield done('unanswered')
  else if (turn.row.givenAt !== null) yield done('ended')
  else if (listeners.length > 0) yield* following(streamed)
  else yield done('waiting')
}

const following = ({ turn, listeners, caller, workspace, signal, read }: StreamedTurn) =>
  followAgents({ workspace, messageId: turn.row.id, isAgency: isAgency(caller.role), signal, read }, listeners)

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
