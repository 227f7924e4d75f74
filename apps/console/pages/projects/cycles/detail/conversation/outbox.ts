import { v7 as uuidv7 } from 'uuid'
import { streamCycleMessage } from '../../../../../../../domains/delivery/conversation/contract.ts'
import { open } from '../../../../../api/client.ts'
import { typedForgotten } from '../../../../../api/typed-values.ts'
import { afterFrame, type LiveTurn } from '../../../../../parts/story/live-turn.ts'
import { sendTurn } from './send-turn.ts'

type UnsentMessage = Pick<LiveTurn, 'messageId' | 'agentId' | 'content' | 'at'>

const turnsMost = 20
/** A browser has six connections to a server; the page needs the others. */
const streamsMost = 3
const keyOf = (cycleId: string) => `atelier.unsent.${cycleId}`

/** Messages of this tab that may not have reached the server. They survive a reload. */
const unsentIn = (cycleId: string): UnsentMessage[] => {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(cycleId)) ?? '[]')
    return Array.isArray(stored) ? (stored as UnsentMessage[]) : []
  } catch {
    return []
  }
}

const outboxOf = (cycleId: string) => {
  const listeners = new Set<() => void>()
  let turns: readonly LiveTurn[] = unsentIn(cycleId).map((unsent) => ({
    ...unsent,
    state: 'cut',
    isStored: false,
    voices: [],
  }))
  const set = (next: readonly LiveTurn[]) => {
    turns = next.slice(-turnsMost)
    const unsent = turns.filter(({ isStored }) => !isStored)
    if (unsent.length === 0) sessionStorage.removeItem(keyOf(cycleId))
    else sessionStorage.setItem(keyOf(cycleId), JSON.stringify(unsent.map(asUnsent)))
    for (const listener of listeners) listener()
  }
  const change = (messageId: string, to: (turn: LiveTurn) => LiveTurn) =>
    set(turns.map((turn) => (turn.messageId === messageId ? to(turn) : turn)))
  const streams = new Map<string, AbortController>()
  const beginStream = (messageId: string) => {
    const [oldest] = streams
    if (oldest && streams.size >= streamsMost) oldest[1].abort()
    const leaving = new AbortController()
    streams.set(messageId, leaving)
    return leaving.signal
  }
  // A turn continues while other pages of this tab are open, so that the model can finish its answer.
  const send = async ({ messageId, agentId, content }: UnsentMessage) => {
    const signal = beginStream(messageId)
    change(messageId, ({ error: _error, ...turn }) => ({ ...turn, state: 'sending' }))
    try {
      const end = await sendTurn({
        open: () => open(streamCycleMessage, { params: { id: cycleId }, body: { content, messageId, agentId } }),
        signal,
        tell: (frame) => change(messageId, (turn) => afterFrame(turn, frame)),
      })
      // A newer turn may have taken the connection of a sent message, which stays sent.
      if (end === 'cut')
        change(messageId, (turn) => ({ ...turn, state: turn.isStored && signal.aborted ? 'over' : 'cut' }))
    } catch (error) {
      change(messageId, (turn) => ({ ...turn, state: 'refused', error }))
    } finally {
      streams.delete(messageId)
    }
  }
  return {
    turns: () => turns,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    say: (content: string, agentId: string | null, messageId = uuidv7()) => {
      const unsent: UnsentMessage = { messageId, agentId, content, at: new Date().toISOString() }
      set([...turns, { ...unsent, state: 'sending', isStored: false, voices: [] }])
      void send(unsent)
    },
    again: (turn: LiveTurn) => void send(turn),
    drop: ({ messageId }: LiveTurn) => set(turns.filter((turn) => turn.messageId !== messageId)),
  }
}

const asUnsent = ({ messageId, agentId, content, at }: LiveTurn): UnsentMessage => ({ messageId, agentId, content, at })

export type Outbox = ReturnType<typeof outboxOf>

const outboxes = new Map<string, Outbox>()
typedForgotten.addEventListener('forgotten', () => outboxes.clear())

/** The messages that this tab sent in a cycle, until the tab closes or its person signs out. */
export const outboxIn = (cycleId: string): Outbox => {
  const outbox = outboxes.get(cycleId) ?? outboxOf(cycleId)
  outboxes.set(cycleId, outbox)
  return outbox
}
