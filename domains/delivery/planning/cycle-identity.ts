import type { EffectContext } from '../../../platform/jobs/index.ts'
import type { Work } from '../workbench/index.ts'

/** The identity under which a step of a run asks a model for its cycle, beside all tasks. */
export const cycleIdentity = (
  { run, step }: Pick<EffectContext, 'run' | 'step'>,
  { project, cycle }: Pick<Work, 'project' | 'cycle'>,
  endpoint: { readonly id: string } | undefined,
) => ({
  workspaceId: run.workspaceId,
  projectId: project.id,
  cycleId: cycle.id,
  endpointId: endpoint?.id,
  runId: run.id,
  step: `${step.name}-${step.seq}`,
})
