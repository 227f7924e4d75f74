import { byServer, record } from '../../../platform/audit/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { Engine } from '../../../platform/jobs/index.ts'
import { moveToFailed } from './store.ts'
import type { DeploymentFailure, DeploymentRow, ProductionDomainRow } from './tables.ts'

const eventNames = { serve: 'live', fail: 'failed', expire: 'expired', picture: 'pictured' } as const

/** Records a change that a run or a schedule made to a deployment: its audit row and its event. */
const recordChange = (
  tx: Transaction,
  change: keyof typeof eventNames,
  { id, projectId, cycleId, kind, commitSha, undecided }: DeploymentRow,
  details: Readonly<Record<string, unknown>>,
) => {
  const event = {
    name: `deployment.${eventNames[change]}`,
    entity: ['deployment', id],
    projectId,
    ...(cycleId !== null && { cycleId }),
    payload: { kind, ...details },
  } as const
  record(
    tx,
    {
      action: `deployment.${change}`,
      category: 'execute',
      outcome: change === 'fail' ? 'failure' : 'success',
      ...byServer,
      resource: ['deployment', id],
      parent: ['project', projectId],
      details: { projectId, kind, commitSha, ...details },
    },
    // Nobody awaits the preview of a change that waits for a decision, only its pictures.
    ...(undecided && change !== 'picture' ? [] : [event]),
  )
}

/** Audit actions that runs and schedules write. */
export const deploymentJobActions = [
  'deployment.serve',
  'deployment.fail',
  'deployment.expire',
  'deployment.picture',
  'deployment.connect_domain',
  'deployment.disconnect_domain',
] as const

export const recordServed = (tx: Transaction, row: DeploymentRow): void => recordChange(tx, 'serve', row, {})

/** Fails a deployment, and records it; does nothing if the deployment ended before. */
export const failDeployment = async (tx: Transaction, id: string, failure: DeploymentFailure, now: Date) => {
  const failed = await moveToFailed(tx, id, failure, now)
  if (failed) recordChange(tx, 'fail', failed, { code: failure.code })
}

export const recordPictured = (tx: Transaction, row: DeploymentRow, pictures: number): void =>
  recordChange(tx, 'picture', row, { pictures, picturesState: row.picturesState })

/** Records that the DNS of a project's domain began to lead here, or stopped. */
export const recordDomain = (
  tx: Transaction,
  { projectId, domain }: Pick<ProductionDomainRow, 'projectId' | 'domain'>,
  isNowConnected: boolean,
): void =>
  record(
    tx,
    {
      action: isNowConnected ? 'deployment.connect_domain' : 'deployment.disconnect_domain',
      category: 'update',
      outcome: 'success',
      actor: byServer.actor,
      source: 'system',
      resource: ['project', projectId],
      details: { projectId, domain },
    },
    {
      name: isNowConnected ? 'deployment.domain_connected' : 'deployment.domain_lost',
      entity: ['project', projectId],
      projectId,
    },
  )

/** Records that these deployments ended. With an engine, their open runs stop at once, else at their next step. */
export const endAll = async (
  tx: Transaction,
  ended: readonly DeploymentRow[],
  engine?: Pick<Engine, 'cancel'>,
): Promise<void> => {
  for (const row of ended) {
    recordChange(tx, 'expire', row, { because: row.expiredBecause })
    if (row.liveAt === null && row.runId !== null) await engine?.cancel(tx, row.runId)
  }
}
