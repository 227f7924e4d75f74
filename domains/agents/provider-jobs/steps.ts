import { codeOf, ModelFailure } from '../../../execution/models/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import {
  finish,
  goTo,
  type CommitContext,
  type EffectContext,
  type EndContext,
  type Engine,
  type Next,
  type NoPayload,
  type RunEnd,
  type StepTarget,
} from '../../../platform/jobs/index.ts'
import type { JobStatements } from './store.ts'

interface JobRow {
  readonly id: string
  readonly runId: string | null
  readonly createdAt: Date
}

/** Failures of a provider in a row before its job is given up. */
const failuresMost = 12

interface JobEnd {
  readonly status: 'failed' | 'cancelled'
  readonly failure: string | null
  /** True if the provider may bill the job. */
  readonly isBilled: boolean
}

/** One kind of job at a provider: submitted at most once, polled until it has ended, and settled once. */
export interface JobKind<Kind extends string, Row extends JobRow> {
  readonly name: string
  readonly at: {
    readonly submit: StepTarget<Kind, 'submit', typeof NoPayload>
    readonly poll: StepTarget<Kind, 'poll', typeof NoPayload>
  }
  readonly statements: JobStatements
  /** A job that has not ended this long after its creation has failed. */
  readonly deadlineMs: number
  /** The pause before a provider is asked again; `random` is 0 to 1. */
  pollDelayMs(polls: number, random: number): number
  find(tx: Transaction, id: string): Promise<Row | undefined>
  isOpen(row: Row): boolean
  providerId(row: Row): string | null
  /** True if the provider may bill a job that ends now. */
  isPerhapsBilled(row: Row): boolean
  end(tx: Transaction, row: Row, end: JobEnd, now: Date): Promise<unknown>
}

/** The id at the provider, or why the provider has no job. */
type Submitted = { readonly id: string } | 'model_removed' | 'prompt_removed' | 'submission_unknown'

type SubmitOutcome =
  | { readonly kind: 'over' | 'trouble' }
  | { readonly kind: 'submitted'; readonly id: string }
  | { readonly kind: 'refused'; readonly code: string; readonly isBilled: boolean }

/** Submits a job. After a process that dies here, its successor finds the submitted job. */
export const submission = <const Kind extends string, Row extends JobRow>(
  job: JobKind<Kind, Row>,
  submit: (context: EffectContext, row: Row, perhapsSentSince: Date | undefined) => Promise<Submitted>,
) => ({
  effect: async (context: EffectContext): Promise<SubmitOutcome> => {
    const { run, read, write, signal } = context
    const row = await read((tx) => job.find(tx, run.subjectId))
    const begun = await write(async (tx) => job.statements.beginSending(tx, { id: run.subjectId, now: await tx.now() }))
    if (!row || !begun) return { kind: 'over' }
    const isPerhapsSent = !begun.isFirst
    try {
      const submitted = await submit(context, row, isPerhapsSent ? begun.sentAt : undefined)
      if (typeof submitted === 'object') return { kind: 'submitted', id: submitted.id }
      return { kind: 'refused', code: submitted, isBilled: isPerhapsSent || submitted === 'submission_unknown' }
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof ModelFailure)) throw error
      const isFinal = error.upstream !== undefined && !error.retryable
      return isFinal ? { kind: 'refused', code: codeOf(error), isBilled: isPerhapsSent } : { kind: 'trouble' }
    }
  },
  commit: async ({ tx, run, now }: CommitContext, outcome: SubmitOutcome): Promise<Next<Kind, 'submit' | 'poll'>> => {
    const row = await job.find(tx, run.subjectId)
    if (!row || outcome.kind === 'over') return finish()
    if (outcome.kind === 'submitted') {
      await job.statements.setSubmitted(tx, { id: row.id, providerId: outcome.id })
      return goTo(job.at.poll, {}, { delayMs: job.pollDelayMs(0, Math.random()) })
    }
    if (outcome.kind === 'trouble') {
      const { failures = 1 } = (await job.statements.setPolled(tx, { id: row.id, hasFailed: true, now })) ?? {}
      if (failures < failuresMost) return goTo(job.at.submit, {}, { delayMs: job.pollDelayMs(failures, Math.random()) })
    }
    const { code, isBilled } = outcome.kind === 'refused' ? outcome : { code: 'provider_unavailable', isBilled: true }
    await job.end(tx, row, { status: 'failed', failure: code, isBilled }, now)
    return finish()
  },
})

type Unsettled = { readonly kind: 'over' | 'working' | 'trouble' | 'removed' }

interface Polling<Row, Outcome> {
  /** Asks the provider; undefined if the model can no longer be called. Cancels a job that is late. */
  ask(context: EffectContext, row: Row, job: PolledJob): Promise<Outcome | Unsettled | undefined>
  /** Ends a job that the provider has ended. */
  settle(tx: Transaction, row: Row, outcome: Outcome, now: Date): Promise<unknown>
}

interface PolledJob {
  readonly providerId: string
  isLate(): Promise<boolean>
}

/** Asks the provider about a job until it has ended, or is late. */
export const polling = <const Kind extends string, Row extends JobRow, Outcome extends { readonly kind: string }>(
  job: JobKind<Kind, Row>,
  { ask, settle }: Polling<Row, Outcome>,
) => {
  const isLate = ({ createdAt }: Row, now: Date) => now.getTime() - createdAt.getTime() > job.deadlineMs
  return {
    effect: async (context: EffectContext): Promise<Outcome | Unsettled> => {
      const { run, read, signal } = context
      const row = await read((tx) => job.find(tx, run.subjectId))
      const providerId = row && job.providerId(row)
      if (!row || !job.isOpen(row) || !providerId) return { kind: 'over' }
      try {
        const polled = { providerId, isLate: async () => isLate(row, await read((tx) => tx.now())) }
        return (await ask(context, row, polled)) ?? { kind: 'removed' }
      } catch (error) {
        signal.throwIfAborted()
        if (error instanceof ModelFailure) return { kind: 'trouble' }
        throw error
      }
    },
    commit: async ({ tx, run, now }: CommitContext, outcome: Outcome | Unsettled): Promise<Next<Kind, 'poll'>> => {
      const row = await job.find(tx, run.subjectId)
      if (!row || outcome.kind === 'over') return finish()
      const hasFailed = outcome.kind === 'trouble'
      const { polls = 0, failures = 0 } = (await job.statements.setPolled(tx, { id: row.id, hasFailed, now })) ?? {}
      const isTooLate = isLate(row, now)
      if ((outcome.kind === 'working' || (hasFailed && failures < failuresMost)) && !isTooLate)
        return goTo(job.at.poll, {}, { delayMs: job.pollDelayMs(hasFailed ? failures : polls, Math.random()) })
      if (isUnsettled(outcome)) {
        const reason = outcome.kind === 'removed' ? 'model_removed' : 'provider_unavailable'
        const failure = isTooLate ? 'too_late' : reason
        await job.end(tx, row, { status: 'failed', failure, isBilled: true }, now)
      } else await settle(tx, row, outcome, now)
      return finish()
    },
  }
}

const isUnsettled = (outcome: { readonly kind: string }): outcome is Unsettled =>
  ['over', 'working', 'trouble', 'removed'].includes(outcome.kind)

/** Cancels a job at its provider, and settles it: a submitted job may be billed. */
export const cancellation = <Row extends JobRow>(
  job: JobKind<string, Row>,
  cancel: (context: EffectContext, row: Row, providerId: string) => Promise<unknown>,
) => ({
  effect: async (context: EffectContext): Promise<undefined> => {
    const { run, read, log } = context
    const row = await read((tx) => job.find(tx, run.subjectId))
    const providerId = row && job.providerId(row)
    // A newer run of the same job cancels it.
    if (!row || !providerId || row.runId !== run.id) return
    try {
      await cancel(context, row, providerId)
    } catch (error) {
      if (!(error instanceof ModelFailure)) throw error
      log.warn({ [job.name]: row.id, code: error.code }, `Provider did not cancel a ${job.name}`)
    }
  },
  commit: async ({ tx, run, now }: CommitContext): Promise<Next<never, never>> => {
    const row = await job.find(tx, run.subjectId)
    if (!row || !job.isOpen(row) || row.runId !== run.id) return finish()
    await job.end(tx, row, { status: 'cancelled', failure: null, isBilled: job.isPerhapsBilled(row) }, now)
    return finish()
  },
})

/** Ends the job of a run that the engine ended, such as after several deaths of its process. */
export const whenEngineEnds =
  <Row extends JobRow>(job: JobKind<string, Row>) =>
  async ({ tx, run, now }: EndContext, end: RunEnd): Promise<void> => {
    if (end.status !== 'failed') return
    const row = await job.find(tx, run.subjectId)
    if (!row || !job.isOpen(row)) return
    await job.end(tx, row, { status: 'failed', failure: 'internal', isBilled: job.isPerhapsBilled(row) }, now)
  }

/** Cancels the runs of a project's open jobs. */
export const cancelOpenJobs =
  (engine: Engine, { openOf }: JobStatements) =>
  async (tx: Transaction, projectId: string): Promise<void> => {
    for (const { runId } of await openOf(tx, projectId)) if (runId !== null) await engine.cancel(tx, runId)
  }
