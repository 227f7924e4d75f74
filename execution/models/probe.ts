import { readCompletion, streamReader } from './answer.ts'
import { ModelFailure } from './failure.ts'
import type { Usage } from './price.ts'
import type { ModelProvider } from './provider.ts'
import { type ChatRequest, outgoingRequest } from './request.ts'

/** What one short call shows about a model. Agents need all three; without usage each call is counted at its worst. */
export interface Probe {
  readonly streams: boolean
  readonly callsTools: boolean
  readonly usage: Usage | undefined
  /** What the endpoint said to the call with everything, where only a plainer one was answered. */
  readonly refusal: string | undefined
}

// A model that thinks writes some thousand tokens before its first word.
const answerTokensMax = 8_000
const word = 'periwinkle'

const question: ChatRequest = {
  messages: [{ role: 'user', content: `Call the tool say_word with the word ${word}. Write nothing else.` }],
  max_tokens: answerTokensMax,
}
const tool = {
  type: 'function',
  function: {
    name: 'say_word',
    description: 'Says one word.',
    parameters: { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] },
  },
} as const

interface Way {
  readonly streams: boolean
  readonly tools: boolean
}
const ways: readonly Way[] = [
  { streams: true, tools: true },
  { streams: false, tools: true },
  { streams: true, tools: false },
]

/**
 * Asks a model for one call of a tool, as agents do: streamed, with usage. Where that is refused, the same without
 * streaming and without tools tells which of both it was. Throws ModelFailure when none of these is answered.
 */
export const probeModel = async (provider: ModelProvider, signal: AbortSignal): Promise<Probe> => {
  let first: ModelFailure | undefined
  for (const way of ways) {
    try {
      const { usage, callsTools } = await ask(provider, way, signal)
      return { streams: way.streams, callsTools, usage, refusal: first?.message }
    } catch (error) {
      if (!(error instanceof ModelFailure) || !plainer.includes(error.code)) throw error
      first ??= error
    }
  }
  throw first!
}

/** Failures that a plainer call may not meet. */
const plainer = ['provider_refused_request', 'provider_failed', 'provider_garbage', 'provider_cut']

interface Answer {
  readonly usage: Usage | undefined
  readonly callsTools: boolean
}

const ask = async (provider: ModelProvider, { streams, tools }: Way, signal: AbortSignal): Promise<Answer> => {
  const request = { ...question, ...(tools && { tools: [tool] }), ...(streams && { stream: true }) }
  const { body } = outgoingRequest(request, provider)
  if (streams) return askStreamed(provider, body, signal)
  const text = await provider.complete(body, signal)
  const { usage } = readCompletion(provider.name, text)
  const { choices } = JSON.parse(text) as { choices: readonly { message: Said }[] }
  return { usage, callsTools: callsTool(choices.map(({ message }) => message)) }
}

const askStreamed = async (provider: ModelProvider, body: string, signal: AbortSignal): Promise<Answer> => {
  const reader = streamReader(provider.name, false)
  const said: Said[] = []
  for await (const events of provider.stream(body, signal)) {
    for (const event of reader.take(events)) {
      const { choices } = JSON.parse(event) as { choices: readonly { delta?: Said }[] }
      said.push(...choices.map(({ delta }) => delta ?? {}))
    }
  }
  return { usage: reader.end(), callsTools: callsTool(said) }
}

interface Said {
  readonly tool_calls?:
    readonly { readonly function?: { readonly name?: unknown; readonly arguments?: unknown } }[] | null
}

/** Whether the pieces of one answer, put together, are the call that was asked for. */
const callsTool = (said: readonly Said[]) => {
  const pieces = said.flatMap(({ tool_calls }) => tool_calls ?? []).map((call) => call.function)
  const written = pieces.map((piece) => (typeof piece?.arguments === 'string' ? piece.arguments : '')).join('')
  return pieces.some((piece) => piece?.name === 'say_word') && wordIn(written) === word
}

const wordIn = (written: string): unknown => {
  try {
    return (JSON.parse(written) as { word?: unknown } | null)?.word
  } catch {
    return undefined
  }
}
