import type { Transaction } from '../../../platform/db/transaction.ts'
import type { Engine } from '../../../platform/jobs/index.ts'
import { tasksOfCycle, type TaskRow } from '../tasks/index.ts'
import { agentSteps, worktreeName } from '../workbench/index.ts'
import { cyclesWithRuns as cyclesAtWork } from '../cycles/index.ts'

/** A task that an agent is working on, and the worktree that it works in. */
export interface ActiveTask {
  readonly task: TaskRow
  readonly worktreeName: string
  /** The address of the machine that has the worktree; undefined if it is this machine. */
  readonly address: string | undefined
}

/** The tasks of a project that agents are working on, the oldest cycle's first. */
export const activeTasks = async (
  engine: Pick<Engine, 'diagnostics' | 'addressOfRun'>,
  tx: Transaction,
  projectId: string,
): Promise<ActiveTask[]> => {
  const found: ActiveTask[] = []
  for (const { id, runId } of await cyclesAtWork(tx, projectId)) {
    for (const task of await tasksOfCycle(tx, id)) {
      if (task.runId !== runId || !task.ownRunId || task.engineStatus !== 'building') continue
      const run = await engine.diagnostics(tx, task.ownRunId)
      const step = run?.steps.find(({ name, status }) => agentSteps.includes(name) && status === 'running')
      if (!run || !step || !task.baseSha || !task.branch) continue
      const address = await engine.addressOfRun(tx, task.ownRunId)
      found.push({ task, worktreeName: worktreeName(run.run, step), address })
    }
  }
  return found
}
