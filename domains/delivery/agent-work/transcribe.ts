import type { HarnessLimits, HarnessRecord } from '../../../execution/harness/index.ts'
import { storableText } from '../../../platform/validation/storable-text.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { EffectContext } from '../../../platform/jobs/index.ts'
import { recordTranscript, transcriptBytes, type TranscriptEntry } from '../transcripts/index.ts'
import type { TaskRow } from '../tasks/index.ts'

/** Entries that are written together. */
const batch = 20
/** The shortest time between two writes that followers of the agent cause. */
const flushMs = 1_000
// A sentence or two.
const reasonMostChars = 500
const errorMostChars = 16_384
const mebibyte = 2 ** 20
const stepBytes = 128

/** Limits of the transcripts by attempt and by project: every program in a sandbox adds to them. */
const transcriptBounds = { attemptBytes: 32 * mebibyte, projectBytes: 1024 * mebibyte }

/** A request of an agent to the web or a tool server that the server itself saw, independent of the agent's report. */
export interface SeenRequest {
  readonly type: 'web-request' | 'tool-server'
  readonly name: string
  readonly input: object
  readonly ok: boolean
  readonly text: string
}

/** Stores the reports of a harness, in order and in batches, so that a run can be read afterwards step by step. */
export const transcriber = (
  { run, step, write }: Pick<EffectContext, 'run' | 'write'> & { readonly step: { seq: number; attempt: number } },
  task: TaskRow,
  limits: Pick<HarnessLimits, 'steps' | 'tokens' | 'wallMs'>,
  bounds = transcriptBounds,
) => {
  let position = 0
  let waiting: TranscriptEntry[] = []
  let lastError = ''
  let leftBytes: number | undefined
  let flushedAt = 0
  let later: NodeJS.Timeout | undefined
  const of = { taskId: task.id, runId: run.id, stepSeq: step.seq, attempt: step.attempt }

  const projectRoom = async (tx: Transaction) =>
    Math.max(0, bounds.projectBytes - (await transcriptBytes(tx, task.projectId)))
  // A batch that could not be written goes with the next: existing rows stay, so that twice is once.
  const flush = async () => {
    clearTimeout(later)
    later = undefined
    const entries = waiting
    if (entries.length === 0) return
    await write(async (tx) => recordTranscript(tx, of, entries, await tx.now()))
    waiting = waiting.slice(entries.length)
    flushedAt = performance.now()
  }
  const add = async (record: HarnessRecord | SeenRequest) => {
    const { type, ...payload } = record
    if (record.type === 'tool-result' && !record.ok) lastError = shortened(record.text)
    // The server reports the agent's limits, not the agent.
    const stored = record.type === 'started' ? { limits } : (storable(payload) as object)
    leftBytes ??= Math.min(bounds.attemptBytes, await write(projectRoom))
    if (leftBytes < 0) return
    leftBytes -= stepBytes + Buffer.byteLength(JSON.stringify(stored))
    position += 1
    waiting.push(leftBytes < 0 ? cutHere(position, bounds) : { position, kind: type, payload: stored })
    // A call can take minutes, and people watch; how often this writes is bounded, since an agent chooses its calls.
    const isFollowed = followed.has(record.type)
    const waitMs = flushedAt + flushMs - performance.now()
    if ((isFollowed && waitMs <= 0) || waiting.length >= batch) await flush()
    else if (isFollowed) later ??= setTimeout(flushLater, waitMs).unref()
  }
  // The agent's words and the server's own come at the same time; an entry is never written twice or lost between two.
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const next = turn.then(work)
    turn = next.catch(() => undefined)
    return next
  }
  // Entries that could not be written stay for the next time.
  const flushLater = () => void inTurn(flush).catch(() => undefined)
  return {
    add: (record: HarnessRecord | SeenRequest) => inTurn(() => add(record)),
    flush: () => inTurn(flush),
    /** The output of the last tool that failed, cut at its beginning; empty if none did. */
    lastError: () => lastError,
  }
}

/** The first line of a tool's output, since it has the reason of the end, and the end of all that followed. */
const shortened = (text: string): string => {
  if (text.length <= errorMostChars) return text
  const reason = text.slice(0, Math.min(text.indexOf('\n') + 1, reasonMostChars))
  return `${reason}…${text.slice(reason.length + 1 - errorMostChars)}`
}

/** The records that followers of the agent wait for. */
const followed: ReadonlySet<string> = new Set(['tool-call', 'message', 'heard'])

const cutHere = (position: number, { attemptBytes, projectBytes }: typeof transcriptBounds): TranscriptEntry => {
  const [ofAttempt, ofProject] = [attemptBytes, projectBytes].map((bytes) => `${bytes / mebibyte} MiB`)
  const text = `The transcript ends here, and what the agent did further is not kept: one attempt may take ${ofAttempt}, and all of a project ${ofProject}.`
  return { position, kind: 'message', payload: { text } }
}

const depthMost = 50

/**
 * A value in a form that PostgreSQL's jsonb accepts, which refuses NUL and halves of surrogate pairs, in names as well,
 * and deep nesting: an agent chooses all of these, and may not keep its neighbours in a batch out of the transcript.
 */
export const storable = (value: unknown, depth = 0): unknown => {
  if (typeof value === 'string') return storableText(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth >= depthMost) return '[nested too deep to be kept]'
  if (Array.isArray(value)) return value.map((part) => storable(part, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [storableText(name), storable(part, depth + 1)]),
  )
}
