import type { Static } from '../../../platform/contract/index.ts'
import type { Diagnostics } from '../../../platform/jobs/index.ts'
import type { RunDiagnostics } from '../cycles/contract.ts'

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
  steps.map(({ seq, name, status, attempt, worker, error, startedAt, endedAt }) => ({
    seq,
    name,
    taskId,
    status,
    attempt,
    worker,
    startedAt,
    endedAt,
    error: error?.message ?? null,
  }))
