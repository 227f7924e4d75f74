import { sharedReadsOf } from '../../../../platform/audit/index.ts'
import type { InTransaction, Transaction } from '../../../../platform/db/transaction.ts'
import type { CycleRow } from '../../cycles/index.ts'
import { isActive } from '../../cycles/rules.ts'
import { findTask, type TaskRow, tasksOfCycle } from '../../tasks/index.ts'
import { transcriptEnd, transcriptOf, type TranscriptPlace, type TranscriptRow } from '../../transcripts/index.ts'
import { done, type Frame, framesOfStep, type Speaker } from './frames.ts'

/** An agent at work that may hear a message, and up to where its transcript was read. */
export interface Listener extends Speaker {
  readonly cycleId: string
  readonly taskId: string
  readonly place: TranscriptPlace
  readonly state: 'listens' | 'heard' | 'answered' | 'left'
}

/** The agents that build tasks of a cycle now and get messages of this thread. */
export const listenersOf = async (
  tx: Transaction,
  { id: cycleId, runId, status }: CycleRow,
  agentId: string | null,
): Promise<Listener[]> => {
  if (!isActive(status) || status === 'stopping' || runId === null) return []
  const listeners: Listener[] = []
  for (const task of await tasksOfCycle(tx, cycleId)) {
    const at = task.agent?.id
    const hears = at !== undefined && task.runId === runId && isBuilt(task) && (agentId ?? at) === at
    if (!hears) continue
    const place = await transcriptEnd(tx, task.id)
    listeners.push({ cycleId, agentId: at, taskId: task.id, place, state: 'listens' })
  }
  return listeners
}

const isBuilt = ({ status, engineStatus }: TaskRow) => (engineStatus ?? status) === 'building'

interface FollowInput {
  readonly workspace: string
  readonly messageId: string
  readonly isAgency: boolean
  readonly signal: AbortSignal
  /** Decides for the reader before it reads. */
  readonly read: InTransaction
}

/** The words and actions of agents by their transcript, until each wrote since it got the message, or has ended. */
export async function* followAgents(following: FollowInput, begun: readonly Listener[]): AsyncGenerator<Frame> {
  const { workspace, signal, read } = following
  let listeners = begun
  for (;;) {
    const { over } = sharedReadsOf(workspace)
    const pages = await read((tx) => pagesOf(tx, listeners))
    const after: Listener[] = []
    for (const page of pages) after.push(yield* framesOfPage(following, page))
    listeners = after
    const end = outcomeOf(listeners)
    if (end) {
      yield done(end)
      return
    }
    if (!pages.some(({ isFull }) => isFull)) await untilOneOf(over, signal)
    if (signal.aborted) return
  }
}

interface StepPage {
  readonly listener: Listener
  readonly steps: readonly TranscriptRow[]
  /** Whether more may be there already. */
  readonly isFull: boolean
  /** True if its agent has ended, without a further text. */
  readonly isOver: boolean
}

/** Yields the frames of a page, and returns the state of the listener after it. */
function* framesOfPage(
  { messageId, isAgency }: FollowInput,
  { listener: before, steps, isOver }: StepPage,
): Generator<Frame, Listener> {
  const speaker = { agentId: before.agentId, taskId: before.taskId }
  let listener = before
  for (const step of steps) {
    yield* framesOfStep(step, speaker, isAgency)
    listener = afterStep(listener, step, messageId)
    if (listener.state === 'answered') return listener
  }
  return isOver ? { ...listener, state: 'left' } : listener
}

const stepsMost = 200

const pagesOf = async (tx: Transaction, listeners: readonly Listener[]): Promise<StepPage[]> => {
  const pages: StepPage[] = []
  for (const listener of listeners) {
    if (listener.state === 'answered' || listener.state === 'left') {
      pages.push({ listener, steps: [], isFull: false, isOver: false })
      continue
    }
    const { cycleId, taskId, place } = listener
    // Read first: the transcript then contains everything that the agent wrote before it left.
    const task = await findTask(tx, taskId)
    const steps = await transcriptOf(tx, { cycleId, taskId }, stepsMost, place)
    const isFull = steps.length === stepsMost
    const isAtWork = task !== undefined && isBuilt(task)
    pages.push({ listener, steps, isFull, isOver: !isAtWork && !isFull })
  }
  return pages
}

/** The state of a listener after one more step of its agent. */
const afterStep = (listener: Listener, step: TranscriptRow, messageId: string): Listener => {
  const { taskId, runId, stepSeq, attempt, position } = step
  const place = { taskId, runId, stepSeq, attempt, position }
  if (step.kind === 'heard' && step.messageIds?.includes(messageId)) return { ...listener, place, state: 'heard' }
  const isAnswer = listener.state === 'heard' && step.kind === 'message' && step.text
  return { ...listener, place, ...(isAnswer && { state: 'answered' }) }
}

/** The end of the stream; undefined while an agent may still answer. */
export const outcomeOf = (listeners: readonly Pick<Listener, 'state'>[]) => {
  if (listeners.some(({ state }) => state === 'listens' || state === 'heard')) return undefined
  return listeners.some(({ state }) => state === 'answered') ? 'answered' : 'ended'
}

/** Leaves nothing at the signal, which lives as long as its reader and is waited for every two seconds. */
const untilOneOf = (over: Promise<unknown>, signal: AbortSignal): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const end = () => {
    signal.removeEventListener('abort', end)
    resolve()
  }
  signal.addEventListener('abort', end)
  if (signal.aborted) end()
  over.then(end, end)
  return promise
}
