import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { type Static, Type } from 'typebox'
import type { Route } from '../../../execution/egress/index.ts'
import type { EffectContext } from '../../../platform/jobs/index.ts'
import { askWeb, choiceOf, webTools } from '../../agents/web-search/index.ts'
import { oneAtATime } from './route-json.ts'
import type { StepWork, TaskWork } from '../workbench/index.ts'
import { webAnswersOf } from './saved-work.ts'
import type { SeenRequest } from './transcribe.ts'

export const webHost = 'web.atelier.internal'

const bodyMostBytes = 16 * 1024
const answerMostBytes = 2 ** 20
const inputMost = 2_000
const questionsMost = 200

const Asked = Type.Object({
  tool: Type.Union(webTools.map((tool) => Type.Literal(tool))),
  input: Type.String({ minLength: 1 }),
})

/**
 * The route by which an agent asks the web: `POST` of a tool and its input, answered by `ok` and a text. One at a time.
 * Each question is logged as the server saw it, even if a command of the agent asks. An answer is kept, so that the
 * same question of the same step, after a crash for instance, is neither asked nor paid for again.
 */
export const webRoute = (stepWork: StepWork, log: (request: SeenRequest) => Promise<void>): Route => {
  const { context } = stepWork
  let questions = 0
  return oneAtATime({
    form: Asked,
    mostBytes: bodyMostBytes,
    malformed: { ok: false, text: 'The request is not of its form.' },
    failed: { ok: false, text: 'The web could not be asked.' },
    answer: async (question, gone) => {
      questions += 1
      const input = question.tool === 'web_search' ? { query: question.input } : { url: question.input }
      const signal = AbortSignal.any([context.signal, gone])
      const { by, ...answer } = await answerTo({ ...stepWork, context: { ...context, signal } }, question, questions)
      await log({ type: 'web-request', name: question.tool, input, ok: answer.ok, text: answer.ok ? by : answer.text })
      return answer
    },
  })
}

interface Answer {
  readonly ok: boolean
  readonly text: string
  /** The transcript's source of an answer. */
  readonly by: string
}

const answerTo = async (
  { parts, context, work }: StepWork,
  question: Static<typeof Asked>,
  questions: number,
): Promise<Answer> => {
  if (question.input.length > inputMost) return refused(`A query or an address has at most ${inputMost} characters.`)
  const key = keyOf(context, work, question)
  const kept = await parts.objects.open(key)
  if (kept) return { ok: true, text: await text(kept.content), by: 'Answered as before, without asking again.' }
  if (questions > questionsMost) return refused(`You have asked the web ${questionsMost} times, which is the most.`)
  const choice = choiceOf(work.project.runtime.web)
  const { ok, text: said, by } = await askWeb(parts, context.write, question, choice, context.signal)
  if (!ok) return refused(said)
  await parts.objects.put(key, Readable.from([Buffer.from(said)]), { maxBytes: answerMostBytes })
  return { ok, text: said, by: `Answered by ${by}.` }
}

const refused = (sentence: string): Answer => ({ ok: false, text: sentence, by: 'nobody' })

const keyOf = (context: EffectContext, work: TaskWork, { tool, input }: Static<typeof Asked>): string => {
  const digest = createHash('sha256')
    .update(JSON.stringify([context.key, tool, input]))
    .digest('hex')
  return `${webAnswersOf(context, work)}/${digest}`
}
