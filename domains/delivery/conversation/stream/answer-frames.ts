import { isAgency, type Role } from '../../../../platform/access/index.ts'
import type { InTransaction } from '../../../../platform/db/transaction.ts'
import { presentMessages } from '../present.ts'
import type { AnswerParts } from './answerer.ts'
import { askForAnswer, type AnswerResult, type AnswerRequest } from './ask.ts'
import { done, failed, type Frame, speaks, token } from './frames.ts'

/** The answer of a model as it comes, and at last the message that it is stored as; `read` decides for the reader. */
export async function* answerFrames(
  parts: AnswerParts,
  asking: Omit<AnswerRequest, 'onText'>,
  { role, read }: { readonly role: Role; readonly read: InTransaction },
): AsyncGenerator<Frame> {
  const { pieces, asked } = begin(parts, asking)
  let hasSpoken = false
  for await (const text of wholeText(pieces)) {
    if (!hasSpoken) yield speaks({ agentId: asking.answerer.agentId, taskId: null })
    hasSpoken = true
    yield token(text)
  }
  const result = await asked
  if (asking.signal.aborted) return
  if ('failure' in result) {
    yield isAgency(role) ? failed(result.failure.code, result.failure.message) : forClient
    return
  }
  const [answer] = await read((tx) => presentMessages(tx, [result.answer]))
  yield done('answered', { answer: answer! })
}

/** Text that names the agency's endpoint, its settings and its budgets is the agency's. */
const forClient = failed(
  'no_answer',
  'No agent could answer, for a reason that lies with the agency. The message is kept, and the next run reads it.',
)

/** Begins to ask. The answer is kept even if no reader is left. */
const begin = (parts: AnswerParts, asking: Omit<AnswerRequest, 'onText'>) => {
  const waiting: string[] = []
  let isOver = false
  let wake = Promise.withResolvers<void>()
  const onText = (text: string) => {
    waiting.push(text)
    wake.resolve()
  }
  const asked: Promise<AnswerResult> = askForAnswer(parts, { ...asking, onText }).finally(() => {
    isOver = true
    wake.resolve()
  })
  // Awaited behind the pieces, which end with it.
  asked.catch(() => undefined)
  async function* pieces() {
    for (;;) {
      await wake.promise
      wake = Promise.withResolvers()
      const wasOver = isOver
      if (waiting.length > 0) yield waiting.splice(0).join('')
      if (wasOver) return
    }
  }
  return { pieces: pieces(), asked }
}

/** A text in pieces that can be sent as raw text: never cut between CR and LF, nor within a surrogate pair. */
export async function* wholeText(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let held = ''
  for await (const piece of pieces) {
    const text = held + piece
    held = /[\r\uD800-\uDBFF]$/.exec(text)?.[0] ?? ''
    const whole = text.slice(0, text.length - held.length)
    if (whole !== '') yield whole
  }
  if (held !== '') yield held
}
