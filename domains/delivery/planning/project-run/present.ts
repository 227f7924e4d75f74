import { isAgency, type Caller } from '../../../../platform/access/index.ts'
import type { Static } from '../../../../platform/contract/index.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import type { Engine, Diagnostics } from '../../../../platform/jobs/index.ts'
import type { ProjectRun } from '../contract.ts'
import { findProjectRun } from './store.ts'
import type { ProjectRunRow } from './tables.ts'
import type { RunDiagnostics } from '../../cycles/contract.ts'

type PresentedRun = Static<typeof ProjectRun>

/** The state of a project's run. Only the agency reads why it waits. */
export const presentProjectRun = async (
  engine: Pick<Engine, 'diagnostics'>,
  tx: Transaction,
  projectId: string,
  { role }: Pick<Caller, 'role'>,
): Promise<PresentedRun> => {
  const own = await findProjectRun(tx, { projectId })
  if (!own) {
    const none = { runId: null, runNumber: 0, reason: null, cyclesBegun: 0, startedAt: null, endedAt: null }
    return { ...none, projectId, status: 'off' }
  }
  const reason = own.endedAt ? undefined : await reasonOf(engine, tx, own.runId)
  return {
    ...own,
    runNumber: own.number,
    status: statusOf(own, reason !== undefined),
    reason: isAgency(role) ? (reason ?? null) : null,
  }
}

const statusOf = ({ endedAt, stoppingAt }: ProjectRunRow, waits: boolean): PresentedRun['status'] => {
  if (endedAt) return 'off'
  if (stoppingAt) return 'stopping'
  return waits ? 'waiting' : 'on'
}

const reasonOf = async (engine: Pick<Engine, 'diagnostics'>, tx: Transaction, runId: string) => {
  const found = await engine.diagnostics(tx, runId)
  const waiting = found?.parked.find(({ kind, run }) => kind === 'person' && run.id === runId)
  return waiting && String((waiting.details as { reason?: unknown }).reason)
}

type PresentedDiagnostics = Static<typeof RunDiagnostics>
export type ShownStep = PresentedDiagnostics['steps'][number]

/** The shared facts of runs of cycles and of projects: the run, its time, and its waits. */
export const presentRun = ({ run, parked }: Diagnostics) => ({
  runId: run.id,
  runNumber: run.number,
  status: run.status,
  startedAt: run.createdAt,
  endedAt: run.endedAt,
  parked: parked.filter(isResumable).map((waiting) => ({
    kind: waiting.kind,
    labels: [...waiting.labels],
    since: waiting.since,
    taskId: waiting.run.kind === 'task' ? waiting.run.subjectId : null,
    details: waiting.details as Record<string, unknown>,
  })),
})

/** A run that waits for other runs continues with them: it needs no resume. */
export const isResumable = ({ kind }: Diagnostics['parked'][number]) => kind !== 'change'

export const stepsOf = ({ steps }: Diagnostics, taskId: string | null): ShownStep[] =>
  steps.map(({ seq, name, status, attempt, worker, error, startedAt, endedAt }) => {
    return { seq, name, taskId, status, attempt, worker, startedAt, endedAt, error: error?.message ?? null }
  })
