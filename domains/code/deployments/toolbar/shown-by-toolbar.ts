import { validate } from 'uuid'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { findProject } from '../../projects/index.ts'
import { findDeployment, liveDeployment } from '../store.ts'
import { findShare } from '../store-shares.ts'
import type { DeploymentRow } from '../tables.ts'
import type { ToolbarVisitor } from './workspace-of-toolbar.ts'

type ShownByToolbar = Pick<DeploymentRow, 'id' | 'cycleId' | 'commitSha'>

/** Finds the named or live deployment of a toolbar's address; undefined without a toolbar, or after the share link ended. */
export const findShownByToolbar = async (
  tx: Transaction,
  { label, projectId, userId, isShared }: ToolbarVisitor,
  deploymentId: string | undefined,
): Promise<ShownByToolbar | undefined> => {
  if (deploymentId !== undefined && !validate(deploymentId)) return undefined
  const row = await (deploymentId === undefined
    ? liveDeployment(tx, { label })
    : findDeployment(tx, { id: deploymentId }))
  if (row?.label !== label || row.projectId !== projectId || !(await hasToolbar(tx, row))) return undefined
  return isShared && !(await isOpenShare(tx, projectId, label, userId)) ? undefined : row
}

/** True if the project allows share links, and this link of the address has not ended. */
export const isOpenShare = async (tx: Transaction, projectId: string, label: string, id: string) =>
  (await allowsSharing(tx, projectId)) && (await findShare(tx, { label, id })) !== undefined

export const allowsSharing = async (tx: Transaction, projectId: string) =>
  (await findProject(tx, projectId))?.runtime.previews?.shareLinks === true

/** True if the pages of a deployment show the toolbar: previews do, unless the project switched it off. */
export const hasToolbar = async (
  tx: Transaction,
  { kind, projectId }: Pick<DeploymentRow, 'kind' | 'projectId'>,
): Promise<boolean> => kind !== 'production' && (await findProject(tx, projectId))?.runtime.previews?.toolbar !== false
