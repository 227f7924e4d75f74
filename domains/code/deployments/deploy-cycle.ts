import { record } from '../../../platform/audit/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { findProject, lockProject } from '../projects/index.ts'
import { requestDeployment } from './begin.ts'
import { endAll } from './record-changes.ts'
import { picturedBefore } from './store-pictures.ts'
import { expireOfCycle, expirePictured, liveDeployment, productionLabel, wasProjectDeployed } from './store.ts'
import type { DeploymentRow } from './tables.ts'

interface CycleHead {
  readonly projectId: string
  readonly cycleId: string
  readonly repositoryId: string
  readonly commitSha: string
  readonly now: Date
}

/** Requests a preview of a cycle's merged result if the project wants it; unasked, if people deployed it before. */
export const previewCycle = async (tx: Transaction, head: CycleHead): Promise<void> => {
  if (!(await hasCyclePreviews(tx, head.projectId))) return
  const row = await requestDeployment(tx, { ...head, kind: 'cycle-preview', minInstances: 0, createdBy: null })
  recordRequest(tx, row, head.cycleId, 'merge')
}

const recordRequest = (
  tx: Transaction,
  { id, projectId, kind, commitSha }: DeploymentRow,
  cycleId: string,
  after: 'merge' | 'approval',
) => {
  const payload = { kind, commitSha, after }
  record(tx, undefined, { name: 'deployment.requested', entity: ['deployment', id], projectId, cycleId, payload })
}

const hasCyclePreviews = async (tx: Transaction, projectId: string): Promise<boolean> => {
  const cycles = (await findProject(tx, projectId))?.runtime.previews?.cycles
  return cycles ?? wasProjectDeployed(tx, { projectId })
}

/** Requests a deployment to production of exactly the commit that a client approved; production keeps its settings. */
export const deployApproved = async (
  tx: Transaction,
  { cycleId, approvedBy, ...commit }: CycleHead & { readonly approvedBy: string },
): Promise<void> => {
  const { projectId } = commit
  await lockProject(tx, projectId)
  const label = await productionLabel(tx, projectId)
  const before = label === undefined ? undefined : await liveDeployment(tx, { label })
  const production = { kind: 'production', cycleId: null, minInstances: before?.minInstances ?? 0 } as const
  recordRequest(
    tx,
    await requestDeployment(tx, { ...commit, ...production, createdBy: approvedBy }),
    cycleId,
    'approval',
  )
}

/** Requests pictures of a change that waits for a decision; also of its base if the base has no pictures yet. */
export const pictureChange = async (tx: Transaction, baseSha: string | null, head: CycleHead): Promise<void> => {
  if (!(await hasCyclePreviews(tx, head.projectId))) return
  const pictured = { ...head, kind: 'cycle-preview', minInstances: 0, createdBy: null } as const
  const change = await requestDeployment(tx, { ...pictured, undecided: 'change' })
  if (baseSha !== null && !(await picturedBefore(tx, change)))
    await requestDeployment(tx, { ...pictured, commitSha: baseSha, undecided: 'base' })
}

/** Ends a deployment that was only made for its pictures; any other one is left. */
export const endPictured = async (tx: Transaction, id: string, now: Date): Promise<void> =>
  endAll(tx, await expirePictured(tx, id, now))

/** Ends the previews of a cycle that is deleted. */
export const endPreviewsOfCycle = async (tx: Transaction, cycleId: string, now: Date): Promise<void> =>
  endAll(tx, await expireOfCycle(tx, cycleId, now))
