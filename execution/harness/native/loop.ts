import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { APICallError, jsonSchema, type StepResult, streamText, tool, type ToolSet } from 'ai'
import type { HarnessInput } from '../job.ts'
import type { FinishedRecord, HarnessRecord } from '../record.ts'
import { instructionsOf } from './prompt.ts'
import { socketFetch } from './socket-fetch.ts'
import { type Step, type Stop, stopOf } from './stop.ts'
import { openTools, type Tool, type Workshop } from './tools/index.ts'
import { trimmed } from './trim.ts'

type Emit = (record: HarnessRecord) => void

/** Lets the model work at the job until it is done or has to stop. */
export const runJob = async (
  job: HarnessInput,
  { root, scratch }: Pick<Workshop, 'root' | 'scratch'>,
  emit: Emit,
  signal: AbortSignal,
): Promise<FinishedRecord> => {
  const { tools, close } = openTools({ root, scratch, limits: job.limits, signal, plan: [] })
  let stop: Stop | undefined
  let isBroken = false
  const result = streamText({
    model: modelOf(job),
    instructions: instructionsOf(job),
    prompt: job.description,
    tools: Object.fromEntries(Object.entries(tools).map(([name, one]) => [name, offered(one)])),
    toolCallConcurrency: 1,
    maxOutputTokens: job.model.maxOutputTokens,
    // The gateway tries again by itself, and knows what may be tried.
    maxRetries: 0,
    abortSignal: signal,
    // An answer that broke off is the end: half a call in it must not lead to another.
    stopWhen: ({ steps }) => isBroken || (stop = stopOf(steps.map(stepOf), job.limits)) !== undefined,
    prepareStep: ({ steps, messages }) => {
      const kept = trimmed(messages, steps.at(-1)?.usage.inputTokens ?? 0, job.model.contextTokens)
      return kept ? { messages: kept } : undefined
    },
    onError: () => {
      isBroken = true
    },
  })
  const end = await follow(result.stream, emit)
  close()
  if (signal.aborted) return stoppedBy(signal)
  if (end.error !== undefined) return failed(end.error)
  return stop ? { type: 'finished', ...stop } : lastWords(end)
}

const offered = ({ description, schema, execute }: Tool) =>
  tool({ description, inputSchema: jsonSchema(schema), execute })

const modelOf = ({ model, place }: HarnessInput) =>
  createOpenAICompatible({
    name: 'atelier',
    baseURL: place.modelUrl,
    fetch: socketFetch(place.egressSocket),
    includeUsage: true,
  }).chatModel(model.name)

interface End {
  text: string
  finishReason: string
  error: unknown
}

type Stream = ReturnType<typeof streamText>['stream']

/** Reports what happens, and gives the last text and how it ended. */
const follow = async (stream: Stream, emit: Emit): Promise<End> => {
  const end: End = { text: '', finishReason: 'stop', error: undefined }
  for await (const part of stream) {
    if (part.type === 'start-step' || part.type === 'text-start') end.text = ''
    else if (part.type === 'text-delta') end.text += part.text
    else if (part.type === 'finish-step') end.finishReason = part.finishReason
    else if (part.type === 'error') end.error = part.error
    const record = recordOf(part, end)
    if (record) emit(record)
  }
  return end
}

type Part = Stream extends AsyncIterable<infer Each> ? Each : never

const recordOf = (part: Part, { text }: End): HarnessRecord | undefined => {
  if (part.type === 'text-end') return text.trim() === '' ? undefined : { type: 'message', text: cut(text, 200_000) }
  if (part.type === 'tool-call') {
    return { type: 'tool-call', id: part.toolCallId, name: part.toolName, input: shownInput(part.input) }
  }
  if (part.type === 'tool-result' || part.type === 'tool-error')
    return resultOf(part.toolCallId, part.toolName, textOf(part))
  if (part.type !== 'finish-step') return undefined
  return { type: 'usage', inputTokens: part.usage.inputTokens ?? 0, outputTokens: part.usage.outputTokens ?? 0 }
}

const textOf = (part: { type: string; output?: unknown; error?: unknown }): string => {
  if (part.type === 'tool-result') return typeof part.output === 'string' ? part.output : JSON.stringify(part.output)
  return `Error: ${part.error instanceof Error ? part.error.message : String(part.error)}`
}

const failure = /^(Error:|Stopped|Exit code (?!0\b))/

const resultOf = (id: string, name: string, text: string): HarnessRecord => ({
  type: 'tool-result',
  id,
  name,
  ok: !failure.test(text),
  text: cut(text, 200_000),
})

const cut = (text: string, charactersMax: number) =>
  text.length > charactersMax
    ? `${text.slice(0, charactersMax)} [… ${text.length - charactersMax} more characters]`
    : text

/** A tool's input with long texts cut, since the whole is in the worktree. */
const shownInput = (input: unknown): unknown =>
  typeof input === 'object' && input !== null
    ? Object.fromEntries(
        Object.entries(input).map(([name, value]) => [name, typeof value === 'string' ? cut(value, 20_000) : value]),
      )
    : cut(String(input), 20_000)

const stepOf = ({ content, usage }: StepResult<ToolSet>): Step => {
  const calls = content.flatMap((part) => {
    if (part.type !== 'tool-result' && part.type !== 'tool-error') return []
    return [{ name: part.toolName, input: part.input as unknown, result: textOf(part) }]
  })
  return { tokens: (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0), calls }
}

const stoppedBy = (signal: AbortSignal): FinishedRecord =>
  signal.reason === 'wall-time'
    ? { type: 'finished', outcome: 'wall-time', summary: 'The agent was stopped because its time was up.' }
    : { type: 'finished', outcome: 'cancelled', summary: 'The run was stopped.' }

const failed = (error: unknown): FinishedRecord => {
  const { message, code } = errorOf(error)
  return { type: 'finished', outcome: 'model-failed', summary: message, ...(code && { code }) }
}

/** The gateway's own words, from an answer or from the middle of a stream. */
const errorOf = (error: unknown): { message: string; code?: string } => {
  const body = APICallError.isInstance(error) ? (error.data as { error?: unknown } | undefined)?.error : error
  const { message, code } = (body ?? error) as { message?: unknown; code?: unknown }
  return {
    message: typeof message === 'string' ? message : 'The model call failed.',
    ...(typeof code === 'string' && { code }),
  }
}

const lastWords = ({ text, finishReason }: End): FinishedRecord => {
  if (finishReason === 'length') {
    return {
      type: 'finished',
      outcome: 'model-failed',
      summary: 'The model was cut off at the end of its output limit.',
      code: 'output_limit',
    }
  }
  if (finishReason !== 'stop') {
    return {
      type: 'finished',
      outcome: 'model-failed',
      summary: `The model ended without an answer (${finishReason}).`,
    }
  }
  const summary = text.trim() === '' ? 'The agent ended without a word.' : cut(text.trim(), 20_000)
  return { type: 'finished', outcome: 'completed', summary }
}
