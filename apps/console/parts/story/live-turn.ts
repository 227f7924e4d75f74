import type { Reply } from '../../../../platform/client/index.ts'
import type { listCycleMessages } from '../../../../domains/delivery/conversation/contract.ts'

export type Message = Reply<typeof listCycleMessages>[number]

export interface TextPart {
  readonly kind: 'words'
  readonly text: string
  readonly isCut: boolean
}

export interface ToolUse {
  readonly kind: 'tool'
  readonly callId: string | null
  readonly tool: string | null
  readonly input: string | null
  /** Undefined while it runs. */
  readonly ok?: boolean | null
}

/** The followed words and actions of an agent. */
export interface AgentReply {
  readonly agentId: string
  /** Null if a model answers while no agent works. */
  readonly taskId: string | null
  readonly parts: readonly (TextPart | ToolUse)[]
}

type TurnState = 'sending' | 'answering' | 'over' | 'cut' | 'refused'

/** A message from this browser's person, and its result. */
export interface LiveTurn {
  readonly messageId: string
  /** The thread that it is in; null in the cycle's own conversation. */
  readonly agentId: string | null
  readonly content: string
  readonly at: string
  readonly state: TurnState
  /** Whether the server has it. */
  readonly isStored: boolean
  readonly voices: readonly AgentReply[]
  /** The speaker of the next words. */
  readonly speaker?: Speaker
  readonly outcome?: Outcome
  readonly answerId?: string
  /** A refusal, or the stream's error. */
  readonly error?: unknown
}

export type Outcome = 'answered' | 'ended' | 'waiting' | 'unanswered' | 'for_people'

export interface TurnFailure {
  readonly code: string
  readonly message: string
}

export type StreamFrame = { readonly event: string; readonly data: string }

const partsMost = 400
const textMost = 20_000

/** The state of a turn after another frame in its stream; the frames come from `streamCycleMessage`. */
export const afterFrame = (turn: LiveTurn, { event, data }: StreamFrame): LiveTurn => {
  if (event === 'token') return turn.speaker ? { ...turn, voices: spoken(turn.voices, turn.speaker, data) } : turn
  const said = JSON.parse(data) as Record<string, unknown>
  switch (event) {
    case 'user_message':
      // A model's answer comes whole again; the steps of agents since then do not.
      return {
        ...turn,
        state: 'answering',
        isStored: true,
        at: said.createdAt as string,
        voices: turn.voices.filter(({ taskId }) => taskId !== null),
      }
    case 'speaker': {
      const { textTruncated, ...speaker } = said as unknown as SpeakerFrame
      return { ...turn, speaker, voices: opened(turn.voices, speaker, textTruncated) }
    }
    case 'tool_start':
      return { ...turn, voices: begun(turn.voices, said as unknown as ToolFrame) }
    case 'tool_end':
      return { ...turn, voices: ended(turn.voices, said as unknown as ToolFrame) }
    case 'done': {
      const answer = said.answer as Message | null
      return { ...turn, state: 'over', outcome: said.outcome as Outcome, ...(answer && { answerId: answer.id }) }
    }
    case 'error':
      return { ...turn, state: 'over', error: said }
    default:
      return turn
  }
}

type Speaker = Pick<AgentReply, 'agentId' | 'taskId'>
type SpeakerFrame = Speaker & { readonly textTruncated: boolean }
type ToolFrame = Speaker &
  Pick<ToolUse, 'callId' | 'tool'> & { readonly input?: string | null; readonly ok?: boolean | null }

const inVoice = (
  voices: readonly AgentReply[],
  { agentId, taskId }: Speaker,
  change: (parts: AgentReply['parts']) => AgentReply['parts'],
) => {
  const isSame = (one: AgentReply) => one.agentId === agentId && one.taskId === taskId
  const found = voices.find(isSame) ?? { agentId, taskId, parts: [] }
  const changed = { ...found, parts: change(found.parts).slice(-partsMost) }
  return voices.some(isSame) ? voices.map((one) => (isSame(one) ? changed : one)) : [...voices, changed]
}

/** Begins a message, whose words follow. */
const opened = (voices: readonly AgentReply[], speaker: Speaker, isCut: boolean) =>
  inVoice(voices, speaker, (parts) => [...parts, { kind: 'words', text: '', isCut }])

/** Adds words to the message that the speaker began last. */
const spoken = (voices: readonly AgentReply[], speaker: Speaker, text: string) =>
  inVoice(voices, speaker, (parts) => {
    const at = parts.findLastIndex(({ kind }) => kind === 'words')
    const last = parts[at]
    if (last?.kind !== 'words') return parts
    const whole = last.text + text
    return parts.with(at, {
      kind: 'words',
      text: whole.slice(0, textMost),
      isCut: last.isCut || whole.length > textMost,
    })
  })

const begun = (voices: readonly AgentReply[], { callId, tool, input = null, ...speaker }: ToolFrame) =>
  inVoice(voices, speaker, (parts) => [...parts, { kind: 'tool', callId, tool, input }])

const ended = (voices: readonly AgentReply[], { callId, tool, ok = null, ...speaker }: ToolFrame) =>
  inVoice(voices, speaker, (parts) => {
    const at = parts.findLastIndex((part) => part.kind === 'tool' && part.callId === callId && part.ok === undefined)
    const begin = parts[at]
    // It began before this reader came, or its beginning is no longer stored.
    if (begin?.kind !== 'tool') return [...parts, { kind: 'tool', callId, tool, input: null, ok }]
    return parts.with(at, { ...begin, ok })
  })

/** Whether nothing of a turn has to be drawn any more beside the stored conversation. */
export const isSettled = (
  { messageId, state, voices, outcome, answerId, error }: LiveTurn,
  stored: ReadonlySet<string>,
) => {
  if (state !== 'over' || !stored.has(messageId) || error !== undefined) return false
  if (answerId !== undefined) return stored.has(answerId)
  return voices.length === 0 && outcome !== 'unanswered'
}

/** Whether the stored answer takes the place of its words as they came; it may be read before the stream names it. */
const isAnswerIn = (later: readonly Message[], { answerId, voices }: LiveTurn) => {
  const model = voices.find(({ taskId }) => taskId === null)
  const said = model?.parts.map((part) => (part.kind === 'words' ? part.text : '')).join('')
  return later.some(({ id, authorSide, content }) => id === answerId || (authorSide === 'agent' && content === said))
}

/** The conversation as it is drawn: stored messages, their results in this browser, and unstored messages. */
export interface Entry {
  readonly key: string
  readonly message?: Message
  readonly turn?: LiveTurn
}

export const entriesOf = (messages: readonly Message[], turns: readonly LiveTurn[]): Entry[] => {
  const stored = new Set(messages.map(({ id }) => id))
  const shown = turns.filter((turn) => !isSettled(turn, stored))
  const of = new Map(shown.map((turn) => [turn.messageId, turn]))
  const listed = messages.map((message, at): Entry => {
    const turn = of.get(message.id)
    const isAnswered = turn !== undefined && isAnswerIn(messages.slice(at + 1), turn)
    return { key: message.id, message, ...(turn && !isAnswered && { turn }) }
  })
  const waiting = shown.filter(({ messageId }) => !stored.has(messageId))
  return [...listed, ...waiting.map((turn): Entry => ({ key: turn.messageId, turn }))]
}
