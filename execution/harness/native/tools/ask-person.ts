import type { ModelMessage } from 'ai'
import { type Tool, tool, type Workshop } from './tool.ts'

const askPersonName = 'ask_person'

const noted = 'Asked. Your work ends here, and goes on with the answer. You asked:\n\n'

/** The tool by which an agent asks people, if there are some who may be asked: see `HarnessJob`. */
export const askPersonTool = (shop: Workshop): Readonly<Record<string, Tool>> =>
  shop.asks
    ? {
        [askPersonName]: tool<{ question: string }>(
          'Ask the people of the project one question that neither the task nor the repository answers and that the result hangs on. Your work ends with the call and goes on with their answer, perhaps days later.',
          { question: { type: 'string', required: true, aliases: ['text', 'message'] } },
          ({ question }) => {
            shop.asked = question
            return noted + question
          },
        ),
      }
    : {}

/** The question that a conversation ends with, without an answer in it. */
export const openQuestion = (messages: readonly ModelMessage[]): string | undefined => {
  const last = messages.at(-1)
  const results = last?.role === 'tool' ? last.content : []
  for (const part of results) {
    if (part.type !== 'tool-result' || part.toolName !== askPersonName || part.output.type !== 'text') continue
    if (part.output.value.startsWith(noted)) return part.output.value.slice(noted.length)
  }
  return undefined
}
