import type { Transaction } from '../db/transaction.ts'
import type { Log } from './log.ts'
import { storableValue } from '../validation/storable-text.ts'
import type { StepError } from './payload.ts'

export type { StepError } from './payload.ts'

/** One execution of a subject. `number` counts the subject's runs from 1. */
export interface Run {
  readonly id: string
  readonly workspaceId: string
  readonly kind: string
  readonly subjectId: string
  readonly number: number
  readonly createdAt: Date
  /** The parent run, whose coordinator started this run and which ends after it; null without a parent. */
  readonly parentId: string | null
}

/** A child that a coordinator starts: the run of another subject. */
export interface ChildStart {
  readonly kind: string
  readonly subjectId: string
  /** The step to begin with; by default the workflow's first step. */
  readonly first?: string
  readonly payload?: object
  /** Starting the same number again returns the existing run. Left out: one more than the subject's newest. */
  readonly number?: number
}

interface StepContext<Payload> {
  readonly run: Run
  /** `seq` is the step's place in its run, `attempt` counts from 1. */
  readonly step: { readonly name: string; readonly seq: number; readonly attempt: number; readonly payload: Payload }
  /** Equal for every attempt at this step and for no other step: it makes an outside effect happen once. */
  readonly key: string
  readonly log: Log
}

/** The context of an effect, which runs outside a transaction. */
export interface EffectContext<Payload = object> extends StepContext<Payload> {
  /** Aborted when the run is cancelled, when another process may have taken over, and when this process shuts down. */
  readonly signal: AbortSignal
  /** A short read in the run's workspace. */
  read<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /** A short write in the run's workspace, refused once this attempt no longer holds the step. */
  write<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
}

/** The context of a commit: the transaction in which the step ends. */
export interface CommitContext<Payload = object> extends StepContext<Payload> {
  readonly tx: Transaction
  readonly now: Date
  /** See Engine.wake: in this transaction, for a run other than this run. */
  wake(runId: string): Promise<boolean>
}

/** The subject's rows and the run are locked, so what `commit` reads is newer than the last wake. */
export interface CoordinatorContext<Payload = object> extends CommitContext<Payload> {
  /** Starts a child in this transaction. It replaces an older run of its subject, as Engine.start does. */
  start(child: ChildStart): Promise<Run>
}

/** The context of the end of a run, in the transaction that ends it. */
export type EndContext = Pick<CommitContext, 'run' | 'tx' | 'now' | 'log' | 'wake'>

/** Thrown by an effect when no further try can mend it: `failed` decides at once. */
export class Unrecoverable extends Error {
  override readonly name = 'Unrecoverable'
}

/** True if an error is listed here, or is marked as beyond repair by another try. */
export const isUnrecoverable = (error: unknown): boolean =>
  error instanceof Unrecoverable || (error instanceof Error && 'isUnrecoverable' in error)

/** Reason of a failed run: a sentence for people, its step, and details of the workflow. */
export interface Failure {
  readonly message: string
  readonly step?: string
  readonly code?: string
  readonly details?: Readonly<Record<string, unknown>>
}

export type RunEnd =
  | { readonly status: 'finished'; readonly result: object | null }
  | { readonly status: 'failed'; readonly failure: Failure }
  | { readonly status: 'cancelled' }

/** How a step ends. `Kind` and `To` are its graph and the steps that may follow. */
export type Next<Kind extends string = string, To extends string = string> =
  | {
      readonly next: 'step'
      readonly graph?: Kind
      readonly name: To
      readonly payload: object
      readonly delayMs: number
    }
  | ({
      readonly next: 'park'
      readonly graph?: Kind
      readonly step: To
      readonly payload: object
      readonly details: object
    } & Pick<Parking, 'kind' | 'labels'>)
  | { readonly next: 'finish'; readonly result: object | null }
  | { readonly next: 'fail'; readonly failure: Failure }

/** A coordinator waits, and decides again once a child has ended or a `wake` reports that rows have changed. */
export interface UntilChange {
  readonly next: 'change'
  readonly details: object
}

/** How a run waits for a person, or for another try, and continues. */
export interface Parking {
  readonly kind: 'person' | 'retry'
  /** The labels that a resume may name; at least one. */
  readonly labels: readonly string[]
  /** The step that a resume continues with. */
  readonly step: string
  /** Its payload, to which the resume adds its own. */
  readonly payload?: object
  /** For diagnostics; no secrets. */
  readonly details?: object
}

/**
 * Only for coordinators: the same step comes again, with the same payload, once a child has ended or `wake` was called.
 * `details` are for diagnostics; no secrets.
 */
export const untilChange = (details: object = {}): UntilChange => ({ next: 'change', details })

/** The run ends well. An error while children of it live. */
export const finish = (result: object | null = null): Next<never, never> => ({ next: 'finish', result })

/** The run ends badly, for a reason that a person can read. Living children are cancelled first, and it ends after the last. */
export const failRun = (failure: Failure): Next<never, never> => ({ next: 'fail', failure: storableValue(failure) })

type SandboxNeed = boolean | 'idle'

/** A step: an effect outside a transaction, then a commit that stores its result and names the next step. */
export interface StepDefinition<Payload extends object, Effect> {
  /** Goes up when the payload's shape changes; 1 at first. */
  readonly version?: number
  /** Turns a stored payload, perhaps of an older version, into today's shape; an error fails the step. */
  payload?(stored: Record<string, unknown>, version: number): Payload
  /** How often an error is tried again before `failed` decides; by default 3. */
  readonly retries?: number
  /**
   * The run takes a sandbox slot before this step, or waits in line for one, parked. It keeps it while its steps want a
   * slot, and releases it when they do not, when it parks and when it ends. With `idle` the step has no place in line:
   * it begins once a slot is free and no other step is due or waits for one.
   */
  readonly sandbox?: SandboxNeed
  /** Outside any transaction, and more than once if a process dies: each outside change is keyed by `key`. */
  effect?(context: EffectContext<Payload>): Promise<Effect>
  /** In the transaction that ends the step; happens once. Ends in exactly one of goTo, park, finish, failRun. */
  commit(context: CommitContext<Payload>, effect: Effect): Promise<Next> | Next
  /** Decides when retries are used up, or when processes died in this step again and again. Without it the run fails. */
  failed?(context: CommitContext<Payload>, error: StepError): Promise<Next> | Next
}

/** A step without an effect, which starts children and waits for them. */
export interface CoordinatorDefinition<Payload extends object> extends Omit<
  StepDefinition<Payload, undefined>,
  'effect' | 'commit' | 'sandbox'
> {
  /**
   * Locks the rows of the subject, and of subjects for which `commit` starts children, before the engine locks the run.
   */
  lock(tx: Transaction, run: Run): Promise<unknown>
  /** Decides from rows what comes next. Ends in exactly one of untilChange, goTo, park, finish, failRun. */
  commit(context: CoordinatorContext<Payload>): Promise<Next | UntilChange> | Next | UntilChange
}

/** A step as the engine sees it, without the types of its payload and its effect. */
export interface Step {
  readonly name: string
  readonly version: number
  readonly retries: number
  readonly sandbox: SandboxNeed
  payload(stored: Record<string, unknown>, version: number): object
  /** Given by a coordinator, which has no effect: only a coordinator may start children. */
  lock?(tx: Transaction, run: Run): Promise<unknown>
  effect?(context: EffectContext): Promise<unknown>
  commit(context: CoordinatorContext, effect: unknown): Promise<Next | UntilChange> | Next | UntilChange
  failed?(context: CommitContext, error: StepError): Promise<Next> | Next
}

/** Declares a durable step. */
export const step = <Payload extends object = Record<string, unknown>, Effect = undefined>(
  name: string,
  definition: StepDefinition<Payload, Effect>,
): Step => ({
  ...(definition as StepDefinition<object, unknown>),
  ...shared(name, definition),
  sandbox: definition.sandbox ?? false,
})

/** Declares a step that decides from rows the next action of a run: start children, or wait. */
export const coordinator = <Payload extends object = Record<string, unknown>>(
  name: string,
  definition: CoordinatorDefinition<Payload>,
): Step => ({ ...(definition as CoordinatorDefinition<object>), ...shared(name, definition), sandbox: false })

type Shared = Pick<StepDefinition<object, undefined>, 'version' | 'payload' | 'retries'>

const shared = (name: string, definition: Shared) => ({
  name,
  version: definition.version ?? 1,
  retries: definition.retries ?? 3,
  payload: (stored: Record<string, unknown>, version: number) =>
    definition.payload?.(stored, version) ?? sameVersion(name, definition, stored, version),
})

const sameVersion = (name: string, { version = 1 }: { version?: number }, stored: object, found: number) => {
  if (found === version) return stored
  throw new Error(`The payload of ${name} has version ${found}; this program reads version ${version}`)
}
