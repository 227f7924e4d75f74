import { type Caller, isAgency } from '../../../../platform/access/index.ts'
import type { InTransaction } from '../../../../platform/db/transaction.ts'
import { answerTo } from '../store-cycle.ts'
import { presentMessages } from '../present.ts'
import { answerFrames } from './answer-frames.ts'
import type { AnswerParts } from './answerer.ts'
import { followAgents } from './follow-agents.ts'
import { done, type Frame, wholeMessage } from './frames.ts'
import type { AskedTurn } from './store-asked-turn.ts'

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
