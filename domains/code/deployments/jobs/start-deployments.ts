import type { Database } from '../../../../platform/db/database.ts'
import { inDueWorkspaces, type Engine, type ScheduledContext } from '../../../../platform/jobs/index.ts'
import { startRun } from '../begin.ts'
import { setDeploymentRun, unstartedDeployments, unstartedDeploymentsIn } from '../store.ts'

const startedAtOnce = 100

/** Starts the runs of deployments that cycles asked for: a step of a run can start no run of another kind. */
export const startDeployments = (
  { database, engine }: { database: Database; engine: Pick<Engine, 'start'> },
  context: ScheduledContext,
): Promise<void> => {
  const startIn = (workspace: string) =>
    database.within(workspace, async (tx) => {
      for (const { id } of await unstartedDeployments(tx, { rows: startedAtOnce }))
        await setDeploymentRun(tx, { id, runId: await startRun(tx, engine, id, 'build') })
    })
  return inDueWorkspaces(database, unstartedDeploymentsIn, startIn, context)
}
