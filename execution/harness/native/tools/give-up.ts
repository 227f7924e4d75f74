import type { ModelMessage } from 'ai'
import { type Fields, readArguments } from './arguments.ts'
import { tool } from './tool.ts'

const giveUpName = 'give_up'
const fields: Fields = { reason: { type: 'string', aliases: ['message', 'why'] } }

export const giveUpTool = () =>
  tool<{ reason?: string }>(
    'End without completing the task, when it cannot be done: say what stands in the way. An honest end is better than a change that only looks right.',
    fields,
    () => 'Noted.',
  )

/** The agent's reason for giving up, from the input of the tool. */
export const readReason = (input: unknown): string => {
  const read = readArguments(input, fields)
  const reason = read.ok ? read.value.reason : undefined
  return typeof reason === 'string' && reason.trim() !== '' ? reason : 'The agent gave up without a reason.'
}

/** The reason if a conversation ends with the tool’s call and its result; otherwise undefined. */
export const finalReason = (messages: readonly ModelMessage[]): string | undefined => {
  const [calling, last] = messages.slice(-2)
  if (last?.role !== 'tool' || calling?.role !== 'assistant' || typeof calling.content === 'string') return undefined
  const call = calling.content.findLast((part) => part.type === 'tool-call' && part.toolName === giveUpName)
  return call?.type === 'tool-call' ? readReason(call.input) : undefined
}
