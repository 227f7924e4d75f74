import { record } from '../../../platform/audit/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { lockProject } from '../projects/index.ts'
import { requestDeployment } from './begin.ts'
import { liveDeployment, productionLabel } from './store.ts'

interface ApprovedCommit {
  readonly projectId: string
  readonly cycleId: string
  readonly repositoryId: string
  readonly commitSha: string
  readonly approvedBy: string
  readonly now: Date
}

/** Requests a deployment to production of exactly the commit that a client approved; production keeps its settings. */
export const deployApproved = async (tx: Transaction, approved: ApprovedCommit): Promise<void> => {
  const { projectId, repositoryId, commitSha, cycleId, approvedBy, now } = approved
  await lockProject(tx, projectId)
  const label = await productionLabel(tx, projectId)
  const before = label === undefined ? undefined : await liveDeployment(tx, { label })
  const row = await requestDeployment(tx, {
    projectId,
    repositoryId,
    kind: 'production',
    cycleId: null,
    commitSha,
    minInstances: before?.minInstances ?? 0,
    createdBy: approvedBy,
    now,
  })
  record(tx, undefined, {
    name: 'deployment.requested',
    entity: ['deployment', row.id],
    projectId,
    cycleId,
    payload: { kind: row.kind, commitSha, after: 'approval' },
  })
}
