import type { EffectContext, Run } from '../../../platform/jobs/index.ts'
import type { RunEnvironment } from '../../code/environments/index.ts'
import type { ProjectRow, Runtime } from '../../code/projects/index.ts'
import type { RepositoryRow } from '../../code/repository-records/index.ts'
import type { CycleRow } from '../cycles/index.ts'
import type { refsOf } from '../cycles/rules.ts'
import type { TaskRow } from '../tasks/index.ts'
import type { CycleParts } from './parts.ts'
import type { Comparison, Repositories } from '../../../execution/repositories/index.ts'
import { rounds } from '../../agents/agents/index.ts'

/** The rows that a step reads when it begins. */
export interface Work {
  readonly cycle: CycleRow
  readonly project: ProjectRow
  readonly repository: RepositoryRow
  /** How work is checked: a project's settings are for its primary repository, files decide in other repositories. */
  readonly runtime: Pick<Runtime, 'fetch' | 'setup' | 'checks'>
  /** The ref that finished work is merged into. */
  readonly targetRef: string
  /** Whether that is the branch of the project's revisions. */
  readonly isDefaultTarget: boolean
  /** The base of the run in this repository, and the head of its merges there; null before it began there. */
  readonly baseSha: string | null
  readonly integrationSha: string | null
  readonly refs: ReturnType<typeof refsOf>
  /** People's declarations for its commands; empty before the run is planned. */
  readonly environment: RunEnvironment
}

export interface TaskWork extends Work {
  readonly task: TaskRow
}

/**
 * The values that a step hands to the functions that it calls, made once in its effect: `parts` of the server
 * (repositories, sandboxes, models), the engine's `context` (run, step, key, signal), and `work`, the rows it loaded
 * (cycle, task, project).
 */
export interface StepWork<Found extends Work = TaskWork, Payload extends object = object> {
  readonly parts: CycleParts
  readonly context: EffectContext<Payload>
  readonly work: Found
}

/** A person cannot review more than this, and such a change is refused. */
export const comparedMost = 5_000

/** The changes of a task since its branch point: read once in a step, and passed to all readers. */
export const compareTask = (repositories: Repositories, { repository, task }: TaskWork): Promise<Comparison> =>
  repositories.compare(repository.id, { base: task.baseSha!, head: task.headSha!, maxFiles: comparedMost })

/** The identity under which a step asks a model for its cycle: where its calls count, and which of them are repeats. */
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

/** The identity under which a step of a task asks a model, as in `cycleIdentity`. */
export const modelIdentity = (
  context: Pick<EffectContext, 'run' | 'step'>,
  work: TaskWork,
  endpoint: { readonly id: string } | undefined,
) => {
  const { step, ...identity } = cycleIdentity(context, work, endpoint)
  const { task } = work
  const { run } = context
  return { ...identity, taskId: task.id, runId: cycleRunId(run), step: `${ledgerPrefix(task, run)}${step}` }
}

/** The run of the cycle, to which rows belong: its own, or for the run of a task that of its parent. */
export const cycleRunId = ({ kind, id, parentId }: Pick<Run, 'kind' | 'id' | 'parentId'>): string =>
  kind === 'task' && parentId !== null ? parentId : id

/** The prefix of a task's steps in the ledger for model calls, which has all runs of a cycle's run together. */
export const ledgerPrefix = (task: Pick<TaskRow, 'number'>, run: Pick<Run, 'number'>): string =>
  `${task.number}.${run.number}.`

/** The repository of a commit: the primary one, unless another became that after the work. */
export const repositoryOfCommit = async <R extends { readonly id: string }>(
  repositories: Repositories,
  primary: R,
  own: readonly string[],
  commit: string,
): Promise<R> => {
  if (own.length === 1 && own[0] === primary.id) return primary
  for (const id of own)
    if ((await repositories.exists(id)) && (await repositories.commitExists(id, commit))) return { ...primary, id }
  return primary
}

/** The steps of a task's run that an agent works in, each with a conversation of its own. */
export const agentSteps: readonly string[] = ['build-task', ...rounds.map((round) => `${round}-task`)]
