import { setTimeout as delay } from 'node:timers/promises'
import { isUnavailable } from '../db/unavailable.ts'
import { nextTrace, withinTrace } from '../telemetry/index.ts'
import { type Away, whatIsAway } from './away.ts'
import { type Claim, claimStep } from './claim.ts'
import type { HeldJob } from './held-job.ts'
import { lossesMax } from './slot-rules.ts'
import type { Parts } from './parts.ts'
import { storedError } from './payload.ts'
import {
  commitStep,
  decideFailure,
  giveUp,
  handBack,
  StepNotHeld,
  retryLater,
  settleCancelled,
  stepContext,
  verdictOf,
  waitUntilBack,
} from './settle.ts'
import { type EffectContext, type Step, type StepError, isUnrecoverable } from './step.ts'
import { holdStep } from './store.ts'

// How long an effect may take to end after its signal was aborted.
const abandonMs = 5_000
const unknownStepRetries = 10

/** Carries out one attempt at one step, from its claim to its commit. Never throws: what goes wrong is in the rows. */
export const attempt = async (parts: Parts, held: HeldJob): Promise<void> => {
  try {
    const claim = await persist(held, () => claimStep(parts, held))
    if (claim === 'suspect')
      await parts.suspects(held.signal, () => parts.solitude.beside(() => attemptInTurn(parts, held)))
    else if (claim === 'alone')
      await parts.suspects(held.signal, () => parts.solitude.alone(held.signal, () => attemptInTurn(parts, held)))
    else if (claim) await parts.solitude.beside(() => inTrace(parts, claim, () => runStep(parts, held, claim)))
  } catch (error) {
    if (error instanceof StepNotHeld)
      parts.log.info({ job: held.job }, `${error.message}; this attempt changed nothing`)
    else
      parts.log.error({ err: error, job: held.job }, 'Could not settle a step; it is retried after its lease expires')
  }
}

/** Carries out a step whose turn has come; hands the job back if the attempt was stopped during the wait. */
const attemptInTurn = async (parts: Parts, held: HeldJob): Promise<void> => {
  const why = held.stoppedBy()
  if (why === 'lost') return
  if (why === 'stopping') return persist(held, () => handBack(parts, held.job))
  const claim = await persist(held, () => claimStep(parts, held, { inTurn: true }))
  if (typeof claim === 'object') await inTrace(parts, claim, () => runStep(parts, held, claim))
}

/** Continues the trace of the run's starter. `work` returns the error that it has settled, if any. */
const inTrace = async ({ telemetry }: Parts, { run, row }: Claim, work: () => Promise<unknown>) => {
  const { tracer, metrics } = telemetry
  const above = run.trace ?? undefined
  const attributes = {
    'atelier.run_id': run.id,
    'atelier.workspace_id': run.workspaceId,
    'atelier.attempt': row.attempt,
  }
  const span = tracer?.begin({ name: `step ${row.name}`, kind: 'internal', attributes }, above)
  const beganMs = performance.now()
  let error: unknown
  try {
    error = await withinTrace(span?.trace ?? nextTrace(above), work)
  } catch (thrown) {
    error = thrown
    throw thrown
  } finally {
    span?.end({ error })
    metrics?.step(row.name, error === undefined ? 'done' : 'failed', (performance.now() - beganMs) / 1_000)
  }
}

const runStep = async (parts: Parts, held: HeldJob, claim: Claim): Promise<unknown> => {
  const step = claim.flow.byName.get(claim.row.name) ?? unknownStep(claim)
  const before = verdictOf(claim.row, step.retries)
  if (before !== 'retry') {
    await conclude(parts, held, claim, step, lastError(claim))
    return lastError(claim)
  }
  try {
    const payload = step.payload(claim.row.payload, claim.row.payloadVersion)
    const effect = await perform(parts, held, claim, step, payload)
    await persist(held, () => commitStep(parts, claim, step, payload, effect))
    return undefined
  } catch (error) {
    await settleError(parts, held, claim, step, error)
    return error
  }
}

const unknownStep = ({ flow, row }: Claim): Step => {
  const unknown = () => {
    throw new Error(`Workflow ${flow.kind} has no step ${row.name} in this program`)
  }
  return { name: row.name, version: 1, retries: unknownStepRetries, sandbox: false, payload: unknown, commit: unknown }
}

const lastError = ({ row }: Claim): StepError =>
  row.losses > lossesMax || !row.error
    ? {
        name: 'StepLost',
        code: 'step_lost',
        message: `${row.losses} processes died while they carried out ${row.name}`,
      }
    : row.error

/** Runs the effect of a step, and abandons it if it does not end soon after its signal was aborted. */
const perform = async (parts: Parts, held: HeldJob, claim: Claim, step: Step, payload: object): Promise<unknown> => {
  const context = effectContext(parts, held, claim, payload)
  const { row, flow } = claim
  const work = async () => {
    if (flow.reconcile && (row.seq === 1 || row.attempt > 1)) await flow.reconcile(context)
    return step.effect?.(context)
  }
  held.signal.throwIfAborted()
  if (!step.effect && !flow.reconcile) return undefined
  const done = new AbortController()
  try {
    return await Promise.race([work(), abandoned(held.signal, done.signal)])
  } finally {
    done.abort()
  }
}

const abandoned = (stopped: AbortSignal, done: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    let timer: NodeJS.Timeout | undefined
    const begin = () => void (timer = setTimeout(() => reject(stopped.reason as Error), abandonMs))
    stopped.addEventListener('abort', begin, { once: true, signal: done })
    done.addEventListener('abort', () => clearTimeout(timer), { once: true })
  })

const effectContext = (parts: Parts, { signal }: HeldJob, { run, row }: Claim, payload: object): EffectContext => ({
  ...stepContext(run, row, payload),
  signal,
  log: parts.log,
  read: (work) => parts.database.reading(run.workspaceId, work),
  write: (work) =>
    parts.database.within(run.workspaceId, async (tx) => {
      const result = await work(tx)
      const at = { runId: run.id, seq: row.seq, attempt: row.attempt }
      if (!(await holdStep(tx, at)))
        throw new StepNotHeld('This attempt no longer holds its step, so it writes nothing')
      return result
    }),
})

const settleError = async (parts: Parts, held: HeldJob, claim: Claim, step: Step, error: unknown): Promise<void> => {
  const why = held.stoppedBy()
  if (why === 'lost') throw error instanceof StepNotHeld ? error : new StepNotHeld('The lease ended while the step ran')
  if (why === 'cancelled') return persist(held, () => settleCancelled(parts, claim))
  if (why === 'stopping') return persist(held, () => handBack(parts, held.job, claim))
  if (error instanceof StepNotHeld) return persist(held, () => settleCancelled(parts, claim))
  parts.log.warn(
    { err: error, run: claim.run.id, step: step.name, attempt: claim.row.attempt },
    'Step failed with an error',
  )
  if (await waitIfAway(parts, held, claim, error)) return
  const counted = { ...claim.row, errors: claim.row.errors + 1 }
  const isFinal = isUnrecoverable(error) || verdictOf(counted, step.retries) !== 'retry'
  if (isFinal) return conclude(parts, held, claim, step, storedError(error))
  await persist(held, () => retryLater(parts, claim, storedError(error)))
}

/** The resources that a step waits for without counting an error. A step handles absent servers of others itself. */
const waitedFor: readonly Away[] = ['disk', 'bucket', 'database', 'names']

/** The number of attempts after which each error counts. */
const attemptsMost = 500

/** Queues the step until a missing resource is back; false if the error is the step's own. */
const waitIfAway = async (parts: Parts, held: HeldJob, claim: Claim, error: unknown): Promise<boolean> => {
  const away = isUnrecoverable(error) || claim.row.attempt >= attemptsMost ? undefined : whatIsAway(error)
  if (!away || !waitedFor.includes(away)) return false
  await persist(held, () => waitUntilBack(parts, claim, away, storedError(error)))
  return true
}

/** Ends the tries: the step's `failed` decides, else the engine ends the run, if need be without the workflow. */
const conclude = async (parts: Parts, held: HeldJob, claim: Claim, step: Step, error: StepError): Promise<void> => {
  const { row } = claim
  const mayDecide = verdictOf(row, step.retries) !== 'give-up'
  const decide = async () => {
    const payload = step.failed ? step.payload(row.payload, row.payloadVersion) : row.payload
    return decideFailure(parts, claim, step, payload, error)
  }
  const end = () => giveUp(parts, claim, error, row.losses > 2 * lossesMax)
  try {
    await persist(held, mayDecide ? decide : end)
  } catch (fault) {
    if (fault instanceof StepNotHeld) return persist(held, () => settleCancelled(parts, claim))
    parts.log.error({ err: fault, run: claim.run.id, step: step.name }, 'Could not handle a step failure')
    if (await waitIfAway(parts, held, claim, fault)) return
    await persist(held, () => (mayDecide ? retryLater(parts, claim, error) : giveUp(parts, claim, error, true)))
  }
}

const triesMax = 20

/** Repeats a transaction that failed for no fault of its own, for as long as the lease is this process's. */
const persist = async <T>(held: HeldJob, work: () => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isPassing(error) || tries >= triesMax || held.stoppedBy() === 'lost') throw error
      await delay(Math.min(1_000, 50 * 2 ** tries))
    }
  }
}

// 40001 and 40P01: the transaction lost against another; 55P03: a lock was not there in time.
const isPassing = (error: unknown) =>
  isUnavailable(error) || ['40001', '40P01', '55P03'].includes((error as { code?: string }).code ?? '')
