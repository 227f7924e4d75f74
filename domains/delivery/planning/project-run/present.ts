import { isAgency, type Caller } from '../../../../platform/access/index.ts'
import type { Static } from '../../../../platform/contract/index.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import type { Engine } from '../../../../platform/jobs/index.ts'
import type { ProjectRun } from '../contract.ts'
import { findProjectRun } from './store.ts'
import type { ProjectRunRow } from './tables.ts'

type PresentedRun = Static<typeof ProjectRun>

/** The state of a project's run. Only the agency reads why it waits. */
export const presentProjectRun = async (
  engine: Pick<Engine, 'diagnostics'>,
  tx: Transaction,
  projectId: string,
  { role }: Pick<Caller, 'role'>,
): Promise<PresentedRun> => {
  const own = await findProjectRun(tx, projectId)
  if (!own) return { ...none, projectId }
  const reason = own.endedAt ? undefined : await reasonOf(engine, tx, own.runId)
  return {
    projectId,
    runId: own.runId,
    runNumber: own.number,
    status: statusOf(own, reason !== undefined),
    reason: isAgency(role) ? (reason ?? null) : null,
    cyclesBegun: own.cyclesBegun,
    startedAt: own.startedAt,
    endedAt: own.endedAt,
  }
}

const none: Omit<PresentedRun, 'projectId'> = {
  runId: null,
  runNumber: 0,
  reason: null,
  cyclesBegun: 0,
  startedAt: null,
  endedAt: null,
  status: 'off',
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
