import type { EventEmitter } from 'node:events'
import type { Database } from '../db/database.ts'
import type { Telemetry } from '../telemetry/index.ts'
import type { Log } from './log.ts'
import type { Run } from './step.ts'
import type { OneAtATime } from './one-at-a-time.ts'
import type { Solitude } from './solitude.ts'
import type { Workflow } from './workflow.ts'

/** The parts of an engine that its functions share. */
export interface Parts {
  readonly database: Database
  readonly workflows: ReadonlyMap<string, Workflow>
  readonly sandboxes: SandboxBudget
  /** The id of the machine that this process is on. */
  readonly machine: string
  /** Whether the machine has its objects and keys where other machines have them too. */
  readonly shares: boolean
  readonly relay: { readonly address: string | undefined } | undefined
  readonly log: Log
  readonly telemetry: Partial<Pick<Telemetry, 'tracer' | 'metrics'>>
  /** Names this process in rows: host, pid and a random part. */
  readonly worker: string
  readonly leaseMs: number
  /** The turn of steps in which processes died before. */
  readonly suspects: OneAtATime
  readonly solitude: Solitude
  /** Jobs that the disk of this machine has no room for. */
  readonly left: ReturnType<typeof openLeftJobs>
  /** Whether the disk has room for steps with a sandbox, or that met a full disk; they look every `roomEveryMs`. */
  readonly hasRoom: () => Promise<boolean>
  /** Whether the object store answers again, for steps that did not find it. */
  readonly storageAnswers: () => Promise<boolean>
  readonly roomEveryMs: number
  /** The delay before an error is tried again for the first time; it doubles up to a minute. */
  readonly retryFirstMs: number
  /** Says on this process that there may be work now, or a free sandbox slot. Hints: tables are the truth. */
  readonly hints: EventEmitter<{ work: []; slots: []; cancel: [] }>
}

/** Sandboxes of a machine. */
export interface SandboxBudget {
  readonly limit: number
}

export const workflowOf = (parts: Parts, run: Pick<Run, 'kind'>): Workflow => {
  const found = parts.workflows.get(run.kind)
  if (!found) throw new Error(`No workflow of kind ${run.kind} is known here`)
  return found
}

/** Jobs that this process leaves to other machines, each for a while. */
export const openLeftJobs = (leftMs: number) => {
  const ids = new Set<string>()
  return {
    add: (id: string): void => {
      ids.add(id)
      setTimeout(() => ids.delete(id), leftMs).unref()
    },
    ids: (): readonly string[] => [...ids],
  }
}
