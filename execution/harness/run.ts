import { bridgePath, homePath, type Outcome, type Sandbox, worktreePath } from '../sandbox/index.ts'
import type { HarnessJob, HarnessInput, HarnessModel } from './job.ts'
import { lineReader } from './lines.ts'
import { type FinishedRecord, readRecord, type WorkRecord } from './record.ts'
import { Stalled, stoppedBy } from './program.ts'
import type { Harness } from './registry.ts'
import { watchRecords } from './stall/watch-records.ts'

interface HarnessRun {
  /** Open, with the harness's binds and an egress socket that has a route to the model. */
  readonly sandbox: Sandbox
  readonly harness: Harness
  readonly job: HarnessJob
  /** The worktree's git folder, shown read-only in a sandbox that was opened with `gitDir: ownGitPath`. */
  readonly gitBase?: string
  /** Sees every record as it comes, in order; a promise slows the harness down. */
  readonly onRecord?: (record: WorkRecord) => void | Promise<void>
  readonly signal?: AbortSignal
  /** How long a harness has to end itself at a limit before it is ended; half a minute by default. */
  readonly graceMs?: number
}

/** How a harness ended. `summary` is for people: the agent's last words, or what stopped it. */
export interface HarnessOutcome {
  readonly outcome: FinishedRecord['outcome'] | 'crashed'
  readonly summary: string
  /** The gateway's code if the model failed. */
  readonly code?: string | undefined
  /** Calls of the model, and their use as the harness reports it; the gateway's records are the truth about money. */
  readonly steps: number
  readonly inputTokens: number
  readonly outputTokens: number
  /** How often the harness sent an answer without a tool call back to its model. */
  readonly nudges: number
  /** Lines of its output that were no record. */
  readonly ignoredLines: number
  readonly durationMs: number
}

/** The path of the agent's own git folder. */
export const ownGitPath = `${homePath}/worktree.git`
const statesPath = `${homePath}/worktree.states`

const egressSocket = '/run/egress.sock'
export const modelUrl = 'http://model.atelier.internal/v1'
export const apiHost = 'api.atelier.internal'
const apiUrl = `http://${apiHost}/v1/api`
const lineBytesMax = 2 * 1024 * 1024
const linesMax = 100_000
const outputBytes = 256 * 1024 * 1024
const recordsWaitingMost = 100

/**
 * Runs a job in an open sandbox until its harness ends. It is no exception that the agent failed or that the harness
 * crashed or was stopped: `outcome` has that. The harness's output is untrusted and bounded in length and number.
 */
export const runHarness = async ({
  sandbox,
  harness,
  job,
  gitBase,
  onRecord,
  signal,
  graceMs = 30_000,
}: HarnessRun): Promise<HarnessOutcome> => {
  const seen: RunProgress = { steps: 0, inputTokens: 0, outputTokens: 0, ignored: 0, finished: undefined }
  const pending: WorkRecord[] = []
  let recorded: Promise<void> = Promise.resolve()
  let waiting = 0
  const done = () => void (waiting -= 1)
  const lines = lineReader(lineBytesMax, linesMax, (line) => {
    const record = readRecord(line)
    if (!record) seen.ignored += 1
    else if (record.type === 'works') watch.seen(record.what, Math.min(record.quietMs, job.limits.wallMs))
    else {
      watch.seen(`a record (${record.type})`)
      pending.push(record)
    }
  })
  const stalled = new AbortController()
  const watch = watchRecords({
    stallMs: job.limits.stallMs,
    graceMs,
    isStoring: () => waiting > 0,
    end: (evidence) => stalled.abort(new Stalled(evidence)),
  })
  const running = sandbox.run({
    argv: ['node', '--enable-source-maps', sandbox.path(harness.program)],
    loadsBridge: true,
    stdin: JSON.stringify({ ...harnessInput(sandbox, job, gitBase), ...(harness.agent && { agent: harness.agent }) }),
    environment: environmentOf(sandbox, harness),
    wallMs: job.limits.wallMs + graceMs,
    outputBytes,
    signal: AbortSignal.any([stalled.signal, ...(signal ? [signal] : [])]),
    onOutput: (stream, chunk) => {
      if (stream !== 'stdout') return
      lines.push(chunk)
      for (const record of pending.splice(0)) {
        note(seen, record)
        waiting += 1
        // A failure at one record does not stop the next.
        recorded = recorded.then(() => onRecord?.(record)).then(done, done)
      }
      // A sandbox that has ended waits for its output only so long: reading continues while few records wait.
      return waiting > recordsWaitingMost ? recorded : undefined
    },
  })
  const outcome = await running.finally(watch.close)
  await recorded
  const { steps, inputTokens, outputTokens } = seen
  const nudges = seen.finished?.nudges ?? 0
  const counts = { steps, inputTokens, outputTokens, nudges, ignoredLines: seen.ignored + lines.dropped }
  const end = stalled.signal.aborted && !signal?.aborted ? stoppedBy(stalled.signal) : undefined
  return { ...(end ?? verdict(outcome, seen.finished, harness)), ...counts, durationMs: outcome.durationMs }
}

const harnessInput = (sandbox: Sandbox, job: HarnessJob, gitBase: string | undefined): HarnessInput => {
  const own = sandbox.path(ownGitPath)
  const states = sandbox.path(statesPath)
  const worktree = sandbox.path(worktreePath)
  const isAlone = worktree === worktreePath
  const bridge = isAlone && { bridge: bridgePath }
  const place = { worktree, egressSocket: sandbox.path(egressSocket), modelUrl, apiUrl, isAlone, ...bridge }
  return { ...job, place: { ...place, ...(gitBase && { git: { base: sandbox.path(gitBase), own, states } }) } }
}

const environmentOf = (sandbox: Sandbox, { environment = {} }: Harness) =>
  Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, sandbox.path(value)]))

interface RunProgress {
  steps: number
  inputTokens: number
  outputTokens: number
  ignored: number
  finished: FinishedRecord | undefined
}

const note = (seen: RunProgress, record: WorkRecord) => {
  if (record.type === 'finished') seen.finished = record
  if (record.type !== 'usage') return
  seen.steps += 1
  seen.inputTokens += record.inputTokens
  seen.outputTokens += record.outputTokens
}

const verdict = (outcome: Outcome, finished: FinishedRecord | undefined, harness: Harness) => {
  if (outcome.stoppedBy === 'cancelled') return { outcome: 'cancelled' as const, summary: 'The run was stopped.' }
  if (outcome.stoppedBy === 'wall-time')
    return { outcome: 'wall-time' as const, summary: 'The agent was stopped because its time was up.' }
  if (finished && outcome.exitCode === 0)
    return { outcome: finished.outcome, summary: finished.summary, code: finished.code }
  const how = outcome.stoppedBy
    ? `was stopped at the sandbox's ${outcome.stoppedBy} limit`
    : `ended with exit code ${outcome.exitCode ?? 'none'}`
  const lastWords = outcome.stderr.trim().slice(-2_000)
  return {
    outcome: 'crashed' as const,
    summary: `The harness ${harness.name} ${how}.${lastWords ? ` It said: ${lastWords}` : ''}`,
  }
}

/** A question to a model, without tools: the messages so far, the last by the user. */
export interface PlainQuestion {
  readonly instructions: string
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly content: string }[]
  readonly signal: AbortSignal
  /** Sees the answer as it comes, piece by piece. */
  readonly onText?: (text: string) => void
}

/** The answer of the model, whole or cut at its length; or why there is no answer, in the gateway's words and code. */
type PlainAnswer =
  | { readonly text: string; readonly finishReason: string }
  | { readonly failure: { readonly message: string; readonly code?: string | undefined } }

/**
 * Asks a model from the server itself, as agents do: over the Unix socket of an egress broker whose route
 * `model.atelier.internal` counts and bounds the call. Throws when `signal` aborts, and for nothing that the model or
 * its endpoint does.
 */
export const askModel = async (
  model: HarnessModel,
  egressSocket: string,
  { instructions, messages, signal, onText }: PlainQuestion,
): Promise<PlainAnswer> => {
  // Loaded with the first question: a server without a model never needs it.
  const { ask, failureOf } = await import('./native/ask.ts')
  const endpoint = { model, place: { egressSocket, modelUrl } }
  try {
    const { text, finishReason } = await ask(endpoint, { instructions, messages, tools: {}, signal, onText })
    return { text, finishReason }
  } catch (error) {
    signal.throwIfAborted()
    return { failure: failureOf(error) }
  }
}
