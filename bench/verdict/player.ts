import { startModelProvider, type SeenBody, type Turn } from '../../testing/model-provider/index.ts'
import type { Case } from './case.ts'

export interface Player {
  readonly baseUrl: string
  /** From now on, a conversation about the request of this case gets its actions. */
  begin(one: Case): void
  end(one: Case): void
  close(): Promise<void>
}

/** Whether two cases have the same request, which the player could not distinguish. */
export const haveSameRequest = (one: Case, other: Case): boolean =>
  one.title === other.title && one.description === other.description

/** A model endpoint on loopback: each conversation gets the actions of the case whose request it is about. */
export const startPlayer = async (): Promise<Player> => {
  const provider = await startModelProvider()
  const active = new Set<Case>()
  let isClosed = false
  const serve = async () => {
    while (!isClosed) {
      const { body } = await provider.nextRequest()
      provider.push(turnOf([...active], body))
    }
  }
  // Its last wait ends with this process.
  serve().catch(() => undefined)
  return {
    baseUrl: provider.baseUrl,
    begin: (one) => active.add(one),
    end: (one) => active.delete(one),
    close: async () => {
      isClosed = true
      await provider.close()
    },
  }
}

const turnOf = (active: readonly Case[], { messages, tools }: SeenBody): Turn => {
  const text = messages
    .map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)))
    .join('\n')
  const one = caseOf(active, messages.flatMap(textsOf))
  if (!Array.isArray(tools) || tools.length === 0) return { text: JSON.stringify(answerOf(one, text)) }
  const sentBack = messages.findLastIndex((message) => textsOf(message).some(isSentBack))
  const actions = sentBack === -1 ? one?.actions : one?.answers
  const action = actions?.[messages.slice(sentBack + 1).filter(({ role }) => role === 'assistant').length]
  return action ? { toolCalls: [{ name: action.tool, input: action.input }] } : { text: 'Done.' }
}

const isSentBack = (text: string) => text.includes('The last attempt was sent back:')

const textsOf = ({ content }: SeenBody['messages'][number]): readonly string[] => {
  if (typeof content === 'string') return [content]
  const parts = Array.isArray(content) ? (content as readonly unknown[]) : []
  return parts.flatMap((part) => (isText(part) ? [part.text] : []))
}

const isText = (part: unknown): part is { readonly text: string } =>
  typeof part === 'object' && part !== null && 'text' in part && typeof part.text === 'string'

/**
 * The case that a conversation is about: its whole title is a line, and its description follows. The longer description
 * wins where two cases have one title.
 */
export const caseOf = (active: readonly Case[], texts: readonly string[]): Case | undefined =>
  active
    .filter(({ title, description }) => texts.some((text) => `\n${text}`.includes(`\n${title}\n\n${description}`)))
    .toSorted((one, other) => other.description.length - one.description.length)[0]

/**
 * The answer to a question without tools: as examiner, the tests of the case; as its second reading, the description
 * as the words that ask for each failing test.
 */
const answerOf = (one: Case | undefined, text: string): object => {
  if (one && text.includes('You write tests for a change'))
    return { files: Object.entries(one.acceptance).map(([path, content]) => ({ path, content })) }
  const [, failing] = text.split(/Tests that fail:\n|\\nTests that fail:\\n/)
  if (!one || failing === undefined) return { tasks: [] }
  const count = failing.split(/\n\n|\\n\\n/)[0]!.split(/\n|\\n/).length
  const quote = one.description.slice(0, quoteMostChars)
  return { readings: Array.from({ length: count }, (_none, at) => ({ test: at + 1, quote, reason: 'It says so.' })) }
}

const quoteMostChars = 500
