import type { PlanEntry, SessionUpdate, ToolCallContent } from '@agentclientprotocol/sdk'
import { fingerprintOf, type Fingerprint } from '../native/repetition.ts'
import { shownLine } from '../native/text.ts'
import { type PlanItem, planText } from '../native/tools/plan-items.ts'
import type { Emit } from '../record.ts'

const chunkMost = 16_384
const textMost = 200_000
const inputMost = 20_000
const openMost = 1_000

interface Call {
  title: string
  name: string
  input: unknown
  content: readonly ToolCallContent[]
  output: unknown
  status: string
  isReported: boolean
}

interface Listeners {
  readonly emit: Emit
  /** A part of the agent's messages or actions, for the next session to continue from. */
  readonly note: (text: string) => void
  /** A tool call that has ended. */
  readonly onCall: (call: Fingerprint) => void
}

/** Turns reports of an agent into records: pieces of a message joined, each tool call with its input and its end. */
export const openUpdates = (listeners: Listeners) => {
  const speech = openSpeech(listeners)
  const change = openCalls(listeners)
  let plans = 0
  const plan = (text: string) => {
    const id = `plan-${(plans += 1)}`
    listeners.emit({ type: 'tool-call', id, name: 'plan', input: {} })
    listeners.emit({ type: 'tool-result', id, name: 'plan', ok: true, text: shownLine(text, textMost) })
  }
  return {
    take: (update: SessionUpdate): void => {
      if (update.sessionUpdate === 'agent_message_chunk') speech.say('message', textOf(update.content))
      else if (update.sessionUpdate === 'agent_thought_chunk') speech.say('thought', textOf(update.content))
      else if (update.sessionUpdate === 'tool_call' || update.sessionUpdate === 'tool_call_update') {
        speech.begin()
        change(update.toolCallId.slice(0, 500), update)
      } else if (update.sessionUpdate === 'plan') {
        speech.flush()
        plan(planText(update.entries.slice(0, 200).map(itemOf)))
      }
    },
    flush: speech.flush,
    /** The agent's words since its last tool call. */
    said: speech.said,
    /** Begins a turn of its own. */
    begin: speech.begin,
  }
}

const itemOf = ({ content, status }: PlanEntry): PlanItem => ({ step: shownLine(content), status })

/** An agent's words and thoughts, joined until something else comes or a piece is long enough. */
const openSpeech = ({ emit, note }: Listeners) => {
  let piece: { readonly type: 'message' | 'thought'; text: string } | undefined
  let said = ''
  const flush = () => {
    const { type, text } = piece ?? { type: 'message', text: '' }
    piece = undefined
    if (text.trim() === '') return
    emit({ type, text })
    if (type === 'message') note(text)
  }
  return {
    flush,
    say: (type: 'message' | 'thought', text: string) => {
      if (piece && (piece.type !== type || piece.text.length > chunkMost)) flush()
      piece ??= { type, text: '' }
      piece.text += shownLine(text, textMost)
      if (type === 'message') said = (said + text).slice(0, inputMost)
    },
    said: (): string => said.trim(),
    begin: () => {
      flush()
      said = ''
    },
  }
}

/** Tool calls as they change: each is reported once it runs, and once with its end. */
const openCalls = ({ emit, note, onCall }: Listeners) => {
  const calls = new Map<string, Call>()
  const tell = (id: string, call: Call) => {
    if (call.isReported) return
    call.isReported = true
    emit({ type: 'tool-call', id, name: call.name, input: inputOf(call) })
  }
  return (id: string, report: ToolReport): void => {
    if (!calls.has(id) && calls.size >= openMost) return
    const call = merged(calls.get(id), report)
    calls.set(id, call)
    if (call.status !== 'pending') tell(id, call)
    if (call.status !== 'completed' && call.status !== 'failed') return
    calls.delete(id)
    const ok = call.status === 'completed'
    const text = shownLine(resultOf(call), textMost)
    emit({ type: 'tool-result', id, name: call.name, ok, text })
    note(`[${shownLine(call.title, 300)}: ${ok ? 'done' : `failed: ${shownLine(text, 300)}`}]`)
    onCall(fingerprintOf(call.name, inputOf(call), text))
  }
}

interface ToolReport {
  readonly title?: string | null
  readonly name?: string | null
  readonly kind?: string | null
  readonly status?: string | null
  readonly content?: readonly ToolCallContent[] | null
  readonly rawInput?: unknown
  readonly rawOutput?: unknown
}

const merged = (before: Call | undefined, report: ToolReport): Call => ({
  title: report.title ?? before?.title ?? '',
  name: shownLine(report.name ?? before?.name ?? report.kind ?? 'tool', 100),
  input: report.rawInput ?? before?.input,
  content: report.content ?? before?.content ?? [],
  output: report.rawOutput ?? before?.output,
  status: report.status ?? before?.status ?? 'pending',
  isReported: before?.isReported ?? false,
})

/** The input of a call, cut: the whole of a change is in the worktree. */
const inputOf = ({ title, input }: Call): Readonly<Record<string, unknown>> => {
  const fields = typeof input === 'object' && input !== null && !Array.isArray(input) ? Object.entries(input) : []
  return {
    title: shownLine(title, 500),
    ...Object.fromEntries(
      fields
        .slice(0, 100)
        .map(([name, value]) => [
          name.slice(0, 200),
          shownLine(typeof value === 'string' ? value : JSON.stringify(value), inputMost),
        ]),
    ),
  }
}

const resultOf = ({ content, output }: Call): string => {
  const parts = content.map((part) => {
    if (part.type === 'content') return textOf(part.content)
    return part.type === 'diff' ? `Changed ${part.path}.` : ''
  })
  const text = parts.filter((part) => part !== '').join('\n')
  if (text !== '' || output === undefined || output === null) return text
  return typeof output === 'string' ? output : JSON.stringify(output)
}

const textOf = (content: { readonly type: string; readonly text?: unknown }): string =>
  content.type === 'text' && typeof content.text === 'string' ? content.text : ''
