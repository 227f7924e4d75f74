import type { EffectContext } from '../../../platform/jobs/index.ts'
import { cycleRunId, ledgerPrefix } from './cycle-run.ts'
import type { TaskWork } from './step-work.ts'

/** The identity under which a step of a task asks a model: where its calls count, and which of them are repeats. */
export const modelIdentity = (
  { run, step }: Pick<EffectContext, 'run' | 'step'>,
  { project, cycle, task }: TaskWork,
  endpoint: { readonly id: string } | undefined,
) => ({
  workspaceId: run.workspaceId,
  projectId: project.id,
  cycleId: cycle.id,
  taskId: task.id,
  endpointId: endpoint?.id,
  runId: cycleRunId(run),
  step: `${ledgerPrefix(task, run)}${step.name}-${step.seq}`,
})
