import { randomBytes } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { hostname } from 'node:os'
import type { Database } from '../db/database.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Telemetry } from '../telemetry/index.ts'
import { diagnose } from './diagnostics.ts'
import { startGranting } from './grant-slots.ts'
import { openLeftJobs, type Parts, type SandboxBudget } from './parts.ts'
import type { Log } from './log.ts'
import { startAttending } from './machines.ts'
import { findLoad, releaseAllJobs } from './queue.ts'
import { requestSlots } from './request-slots.ts'
import { addressOfRun } from './slots.ts'
import { cancelRun } from './cancel.ts'
import { resumeRun, wakeRun } from './runs.ts'
import { type ScheduledWork, startSchedule } from './schedule.ts'
import { startRun, type StartRequest } from './start.ts'
import type { Run } from './step.ts'
import { livingChildren } from './store-children.ts'
import { endedRuns } from './store.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { openSolitude } from './solitude.ts'
import { watchStandstill } from './standstill.ts'
import { startWorker } from './worker.ts'
import type { Workflow } from './workflow.ts'

interface EngineOptions {
  readonly database: Database
  readonly workflows: readonly Workflow[]
  readonly sandboxes: SandboxBudget
  /** The id of the machine, which all processes on it share; by default all share a machine. */
  readonly machine?: string
  /** Whether the machine has its objects and keys where other machines have them too; by default true. */
  readonly shares?: boolean
  /** The relay address at which this process answers others, once it does; undefined if there are no others. */
  readonly relay?: { readonly address: string | undefined } | undefined
  readonly log: Log
  /** Follows and counts the steps; the engine reports waiting and running ones. */
  readonly telemetry?: Partial<Pick<Telemetry, 'tracer' | 'metrics'>>
  /** How long a process may be silent before another takes its steps over, in seconds; 10. */
  readonly leaseSeconds?: number
  /** Steps that this process carries out at once; by default 16 beside steps that can have a sandbox. */
  readonly concurrency?: number
  /** The delay before a step's error is tried again, doubled each time up to a minute; 1,000. */
  readonly retryFirstMs?: number
  /**
   * Whether there is room on the disk for steps with a sandbox, and for a step that met a full disk; by default true.
   */
  readonly hasRoom?: () => Promise<boolean>
  /** Whether the object store answers, for a step that did not find it; by default true. */
  readonly storageAnswers?: () => Promise<boolean>
  /** How often such steps look again; 10,000. */
  readonly roomEveryMs?: number
}

/**
 * Durable runs on PostgreSQL. `start`, `resume` and `cancel` are part of the caller's transaction: they happen when it
 * commits, and not otherwise. Lock the subject's own rows before calling them. The order of locks everywhere: rows of
 * subjects from the outer to the inner, parent run, child run, step, job, sandbox slot, ledger.
 */
export type Engine = ReturnType<typeof createEngine>

/** Creates the engine of this process. It takes no jobs before `work` is called. */
export const createEngine = (options: EngineOptions) => {
  const parts = partsOf(options)
  const { stop: stopSlots, ...slots } = requestSlots(parts)
  const scheduled: ScheduledWork[] = []
  const working: { stop(graceMs: number): Promise<void> }[] = []
  let stepsRunning = () => 0
  parts.telemetry.metrics?.watch({
    instance: () => parts.database.instance(findLoad),
    stepsRunning: () => stepsRunning(),
  })
  return {
    /** Queues the first step of a run, which replaces its subject's older run; the same number returns the same run. */
    start: (tx: Transaction, request: StartRequest) => startRun(parts, tx, request),
    /** Lets a parked run continue, with `payload` added. False without this label: of several callers one gets true. */
    resume: (tx: Transaction, runId: string, label: string, payload?: object): Promise<boolean> =>
      resumeRun(parts, tx, runId, label, payload),
    /**
     * Lets a run continue that waits for a change, since rows have changed that its coordinator reads. False when the
     * run is not active; a run that does something else reads the rows in its next pass. Call it before `resume` or
     * `cancel` of a child of the run: parents are locked first.
     */
    wake: (tx: Transaction, runId: string) => wakeRun(parts, tx, runId),
    /** True when the run was active. Its running step and its children stop within a second; then it cleans up. */
    cancel: (tx: Transaction, runId: string) => cancelRun(parts, tx, runId),
    /** Looks at once for steps whose run another process cancelled; without this they are found within a second. */
    findCancelled: () => void parts.hints.emit('cancel'),
    /** The stored facts of a run; undefined if this workspace has no such run. */
    diagnostics: diagnose,
    /** The children of the run that have not ended, oldest first. */
    children: (tx: Transaction, runId: string): Promise<readonly Run[]> => livingChildren(tx, { parentId: runId }),
    /** The address of the other machine with the run's sandbox; undefined if it is this machine, or does not answer. */
    addressOfRun: (tx: Transaction, runId: string) => addressOfRun(tx, runId, parts.machine),
    /** Which of these runs have ended, in any workspace. */
    ended: (runIds: readonly string[]) => parts.database.identity((tx) => endedRuns(tx, runIds)),
    /** Declares work that a single process, or one on each machine, does again and again. Call it before `work`. */
    schedule: (work: ScheduledWork) => void scheduled.push(work),
    slots,
    /**
     * Begins to carry steps out on this process. A process that only starts runs need not call it. With `alone` no other
     * process works on this database, so that no other process's lease is awaited.
     */
    work: async ({ alone = false } = {}) => {
      if (alone) await parts.database.instance(releaseAllJobs)
      const worker = startWorker(parts, options.concurrency ?? 16 + options.sandboxes.limit)
      stepsRunning = () => worker.running()
      const watch = watchStandstill(parts)
      parts.telemetry.metrics?.watch({ runsWaiting: watch.waits })
      working.push(worker, startGranting(parts), startSchedule(parts, scheduled), watch)
    },
    /** Renews the lease of the machine on a process that carries out no steps, so that its sandboxes are counted. */
    attend: () => void working.push(startAttending(parts)),
    /** Running steps have `graceMs` to end; then they are stopped and given to other processes at once. */
    stop: async ({ graceMs = 5_000 } = {}) => {
      await Promise.all(working.splice(0).map((part) => part.stop(graceMs)))
      await stopSlots()
    },
  }
}

const onlyMachine = '00000000-0000-0000-0000-000000000000'

const partsOf = (options: EngineOptions): Parts => {
  const { roomEveryMs = 10_000 } = options
  return {
    database: options.database,
    machine: options.machine ?? onlyMachine,
    shares: options.shares ?? true,
    relay: options.relay,
    workflows: new Map(options.workflows.map((flow) => [flow.kind, flow])),
    sandboxes: options.sandboxes,
    log: options.log,
    telemetry: options.telemetry ?? {},
    worker: `${hostname()}:${process.pid}:${randomBytes(3).toString('hex')}`,
    leaseMs: (options.leaseSeconds ?? 10) * 1_000,
    suspects: oneAtATime(),
    solitude: openSolitude(),
    left: openLeftJobs(roomEveryMs),
    hasRoom: options.hasRoom ?? (() => Promise.resolve(true)),
    storageAnswers: options.storageAnswers ?? (() => Promise.resolve(true)),
    roomEveryMs,
    retryFirstMs: options.retryFirstMs ?? 1_000,
    hints: new EventEmitter(),
  }
}
