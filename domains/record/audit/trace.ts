import { validate } from 'uuid'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { namedRuns, stepFailures, type TraceRun } from '../../../platform/jobs/index.ts'
import type { EveryDomain } from '../../every-domain.ts'
import { startedInTrace } from './store-trace.ts'

const runsMost = 20
const logsMost = 100

/** Runs that requests of the trace started, as their audit rows name them, and the run that acted itself. */
export const runsOfTrace = async (tx: Transaction, traceId: string | null, actingRun: string | null) => {
  const named = traceId === null ? [] : await startedInTrace(tx, traceId, runsMost)
  const acting = actingRun !== null && validate(actingRun) ? actingRun : null
  return named.length === 0 && acting === null ? [] : namedRuns(tx, acting, named, runsMost)
}

interface TraceLog {
  readonly source: 'step' | 'check'
  readonly runId: string
  readonly taskId: string | null
  readonly name: string
  readonly at: Date
  readonly text: string
}

/** The failures of these runs' steps, and the output of their checks, oldest first. */
export const logsOfRuns = async (
  tx: Transaction,
  { runLogs }: Pick<EveryDomain, 'runLogs'>,
  runs: readonly TraceRun[],
): Promise<readonly TraceLog[]> => {
  if (runs.length === 0) return []
  const runIds = runs.map(({ id }) => id)
  const cycleIds = runs.map(({ subjectId }) => subjectId)
  const [steps, checks] = await Promise.all([
    stepFailures(tx, runIds, logsMost),
    runLogs(tx, cycleIds, runIds, logsMost),
  ])
  const logs: TraceLog[] = [
    ...steps.map((step) => ({ ...step, source: 'step' as const, taskId: null })),
    ...checks.map((check) => ({ ...check, source: 'check' as const })),
  ]
  return logs.sort(byTime).slice(0, logsMost)
}

const byTime = (a: TraceLog, b: TraceLog) => a.at.getTime() - b.at.getTime() || (a.name < b.name ? -1 : 1)
