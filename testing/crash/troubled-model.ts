import { startModelProvider, type SeenBody, type Turn } from '../model-provider/index.ts'
import { waitAtGate } from './gate.ts'

/** The cost of an answer at a dollar for a million tokens each way. */
export const answerMicros = 120
const usage = { prompt_tokens: 100, completion_tokens: 20 }

export interface TroubledModel {
  readonly baseUrl: string
  /** Resolves when a call has come in that is never answered. */
  silence(): Promise<undefined>
  /** The answered steps, in order, the number of whole answers, and the other responses. */
  served(): { readonly answers: readonly number[]; readonly whole: number; readonly kinds: ReadonlySet<string> }
  close(): Promise<void>
}

export interface Plan {
  readonly steps: number
  /** The step whose first call gets no answer. */
  readonly silentAt: number
  /** The step whose command waits at the gate. */
  readonly gatedAt: number
}

type Kind = '429' | '500' | 'cut' | 'length' | 'overflow' | 'silence'

/** A model that writes a log of numbered lines and fails in every way on the way, each once for a step. */
export const startTroubledModel = async ({ steps, silentAt, gatedAt }: Plan): Promise<TroubledModel> => {
  const provider = await startModelProvider()
  const answers: number[] = []
  const kinds = new Set<Kind>()
  const troubled = new Set<string>()
  const silence = Promise.withResolvers<undefined>()
  let whole = 0

  const troubleAt = (step: number): Kind | undefined => {
    const [kind] = kindsAt(step, steps, silentAt).filter((one) => !troubled.has(`${step} ${one}`))
    if (kind !== undefined) {
      troubled.add(`${step} ${kind}`)
      kinds.add(kind)
    }
    return kind
  }
  const turnFor = (body: SeenBody): Turn => {
    if (!body.tools) {
      whole += 1
      return { text: 'Lines are written to log.txt, one for each step.', usage }
    }
    const step = lastStep(body) + 1
    const kind = troubleAt(step)
    if (kind === 'silence') silence.resolve(undefined)
    if (kind === undefined || kind === 'length') whole += 1
    if (kind !== undefined) return troubles[kind]
    answers.push(step)
    if (step > steps) return { text: 'Write a log line by line\n\nEach step wrote its line.', usage }
    const wait = step === gatedAt ? `${waitAtGate}; ` : ''
    const command = `${wait}echo ${step} >> log.txt; echo "line $(wc -l < log.txt)"`
    return { toolCalls: [{ name: 'run', input: { command } }], usage }
  }
  const serve = async () => {
    for (;;) provider.push(turnFor((await provider.nextRequest()).body))
  }
  serve().catch((error: unknown) => silence.reject(error))
  return {
    baseUrl: provider.baseUrl,
    silence: () => silence.promise,
    served: () => ({ answers, whole, kinds }),
    close: provider.close,
  }
}

/** The troubles before the answer to a step, in this order. */
const kindsAt = (step: number, steps: number, silentAt: number): Kind[] => [
  ...(step % 5 === 2 ? ['429' as const] : []),
  ...(step % 11 === 3 ? ['cut' as const] : []),
  ...(step % 13 === 5 ? ['500' as const] : []),
  ...(step % 17 === 6 ? ['length' as const] : []),
  ...(step === Math.floor(steps / 2) + 1 ? ['overflow' as const] : []),
  ...(step === silentAt ? ['silence' as const] : []),
]

const chunk = (choices: readonly object[], more: object = {}) =>
  `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'fake-large', choices, ...more })}\n\n`
const cutAtItsLength = [
  chunk([{ index: 0, delta: { role: 'assistant', content: 'Next I' }, finish_reason: null }]),
  chunk([{ index: 0, delta: {}, finish_reason: 'length' }]),
  chunk([], { usage }),
  'data: [DONE]\n\n',
].join('')

const troubles: Readonly<Record<Kind, Turn>> = {
  429: { status: 429, retryAfter: '1' },
  500: { status: 500 },
  cut: { text: 'A long answer that ends in the middle.', after: { events: 3, then: 'cut' } },
  length: { bytes: cutAtItsLength },
  overflow: {
    status: 400,
    code: 'context_length_exceeded',
    message: "This model's maximum context length is 100 tokens.",
  },
  silence: { answer: 'silence' },
}

/** The number of the last line that a tool wrote; 0 at the beginning. */
const lastStep = ({ messages }: SeenBody) => {
  const said = messages.findLast(({ role, content }) => role === 'tool' && /line \d+/.test(content ?? ''))
  return Number(/line (\d+)/.exec(said?.content ?? 'line 0')![1])
}
