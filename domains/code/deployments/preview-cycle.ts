import { record } from '../../../platform/audit/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { findProject } from '../projects/index.ts'
import { requestDeployment } from './begin.ts'
import { endAll } from './record-changes.ts'
import { picturedBefore } from './store-pictures.ts'
import { expireOfCycle, expirePictured, wasProjectDeployed } from './store.ts'

interface CycleHead {
  readonly projectId: string
  readonly cycleId: string
  readonly repositoryId: string
  readonly commitSha: string
  readonly now: Date
}

/** Requests a preview of a cycle's merged result if the project wants it; unasked, if people deployed it before. */
export const previewCycle = async (tx: Transaction, head: CycleHead): Promise<void> => {
  const { projectId, cycleId, commitSha } = head
  if (!(await hasCyclePreviews(tx, projectId))) return
  const row = await requestDeployment(tx, { ...head, kind: 'cycle-preview', minInstances: 0, createdBy: null })
  record(tx, undefined, {
    name: 'deployment.requested',
    entity: ['deployment', row.id],
    projectId,
    cycleId,
    payload: { kind: row.kind, commitSha, after: 'merge' },
  })
}

const hasCyclePreviews = async (tx: Transaction, projectId: string): Promise<boolean> => {
  const cycles = (await findProject(tx, projectId))?.runtime.previews?.cycles
  return cycles ?? wasProjectDeployed(tx, { projectId })
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
