import type { ModelMessage } from 'ai'
import type { HarnessInput } from '../job.ts'
import type { openCalls } from '../stall/calls.ts'
import { type ModelAnswer, ask, socketFetch } from './ask.ts'
import type { States } from './states/states.ts'
import { planText } from './tools/plan-items.ts'
import type { Picture } from './screen.ts'
import type { Tool, Workshop } from './tools/index.ts'
import { indented } from './text.ts'
import {
  dropOldPictures,
  estimateTokens,
  pruneMessages,
  summarizeMessages,
  tailStart,
  tokensOf,
  transcriptOf,
} from './window.ts'

export interface ConversationParts {
  readonly job: HarnessInput
  readonly instructions: string
  readonly tools: Readonly<Record<string, Tool>>
  readonly states: States
  readonly shop: Workshop
  readonly calls: ReturnType<typeof openCalls>
}

const keptTokensMost = 30_000
const picturesMost = 3

/**
 * A conversation that stays within the model's window: by the endpoint's count if it counts, by length otherwise. Old
 * results are shortened first, and then all but the newest messages give way to a summary.
 */
export const openConversation = (talk: ConversationParts, first: readonly ModelMessage[]) => {
  const { job } = talk
  let room = Math.max(512, job.model.contextTokens - Math.min(job.model.maxOutputTokens, job.model.contextTokens / 2))
  const newestTokens = Math.min(keptTokensMost, Math.floor(room * 0.35))
  const fixed = tokensOf(talk.instructions.length + JSON.stringify(talk.tools).length)
  let messages = [...first]
  let factor = 1
  let isStalled = false

  const size = () => (estimateTokens(messages) + fixed) * factor
  const summarise = async () => {
    const before = size()
    const start = tailStart(messages, newestTokens)
    if (start < 3 || isStalled) return
    const summary = await summaryOf(talk, messages.slice(0, start), room)
    messages = summarizeMessages(messages, start, { summary, plan: planText(talk.shop.plan) })
    isStalled = size() > before * 0.95
  }
  return {
    messages: () => messages,
    push: (...more: readonly ModelMessage[]) => {
      messages.push(...more)
    },
    /** Shows the newest of the pictures to the model, in the place of those before. */
    show: (pictures: readonly Picture[]) => {
      if (pictures.length > 0)
        messages = dropOldPictures([...messages, messageOf(pictures.slice(-picturesMost))], picturesMost)
    },
    /** Corrects the estimate by the size of a request. */
    counted: (inputTokens: number | undefined) => {
      if (inputTokens) factor = Math.min(4, Math.max(0.5, inputTokens / (estimateTokens(messages) + fixed)))
    },
    /** Makes room if the next request would fill more than four fifths. */
    fit: async () => {
      if (size() < room * 0.8) return
      messages = pruneMessages(messages, newestTokens)
      if (size() > room * 0.6) await summarise()
    },
    /** Makes room despite the estimate, since the endpoint refused the request as too long. */
    shrink: async () => {
      const before = size()
      messages = pruneMessages(messages, Math.floor(Math.min(newestTokens, before) * 0.4))
      if (size() > before * 0.6) await summarise()
      // The window is smaller than declared.
      room = Math.min(room, before * 0.9)
    },
  }
}

const messageOf = (pictures: readonly Picture[]): ModelMessage => ({
  role: 'user',
  content: pictures.flatMap(({ data, mark }) => [
    { type: 'text' as const, text: `The screen (${mark}):` },
    { type: 'image' as const, image: data, mediaType: 'image/jpeg' },
  ]),
})

const summaryOf = async ({ job, shop }: ConversationParts, older: readonly ModelMessage[], room: number) => {
  const text = transcriptOf(older, room * 0.5)
  const request = `${summaryRequest}\n\n${indented(text)}`
  const question = { instructions: 'You summarise the work of a software engineer.', tools: {}, signal: shop.signal }
  try {
    const answer: ModelAnswer = await ask(job, { ...question, messages: [{ role: 'user', content: request }] })
    if (answer.text.trim() !== '') return answer.text.trim().slice(0, 16_000)
  } catch {
    shop.signal.throwIfAborted()
  }
  return `The older part of the conversation was dropped. Its last lines:\n${text.slice(-4_000)}`
}

const summaryRequest =
  'Summarise this part of a conversation, so that its work can go on without it. Say: what is wanted and which instructions were given; what was found out, with files and lines; what was done, and which files were changed; what failed and why; what is left to do. Leave out nothing that was decided.'

const address = 'http://messages.atelier.internal/'

// Twice the server's look-back, so that the list stays short.
const heardMost = 400

interface MessagesReply {
  readonly messages: readonly { readonly id: string; readonly text: string }[]
}

/**
 * Messages of people to the agent during its work: read between its steps, each once. Which ones the conversation has
 * is saved with it. If the host does not answer, the work continues, and the next step asks again.
 */
export const openMessageInbox = ({ place, hears }: HarnessInput, before: readonly string[], signal: AbortSignal) => {
  const heard = [...before]
  return {
    heard: (): readonly string[] => heard,
    next: async (): Promise<{ readonly ids: readonly string[]; readonly messages: readonly ModelMessage[] }> => {
      if (!hears) return { ids: [], messages: [] }
      const messages = await fetchMessages(place.egressSocket, heard, signal)
      const ids = messages.map(({ id }) => id)
      heard.push(...ids)
      heard.splice(0, Math.max(0, heard.length - heardMost))
      return { ids, messages: messages.map(({ text }) => ({ role: 'user', content: text })) }
    },
  }
}

const fetchMessages = async (socket: string, heard: readonly string[], signal: AbortSignal) => {
  try {
    const response = await socketFetch(socket)(address, { method: 'POST', body: JSON.stringify({ heard }), signal })
    return response.ok ? ((await response.json()) as MessagesReply).messages : []
  } catch {
    signal.throwIfAborted()
    return []
  }
}
