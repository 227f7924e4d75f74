import { validate } from 'uuid'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { findProject } from '../../projects/index.ts'
import { findDeployment, liveDeployment } from '../store.ts'
import { findShare } from '../store-shares.ts'
import type { DeploymentRow } from '../tables.ts'
import type { ToolbarVisitor } from './workspace-of-toolbar.ts'

export type ShownByToolbar = Pick<DeploymentRow, 'id' | 'cycleId' | 'commitSha'>

/**
 * The deployment that a visitor's toolbar is about: the named deployment of the address, or the deployment served there now.
 * Undefined if the project shows no toolbar, or the share link of the visitor ended.
 */
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

const isOpenShare = async (tx: Transaction, projectId: string, label: string, shareId: string) =>
  (await findProject(tx, projectId))?.runtime.previews?.shareLinks === true &&
  (await findShare(tx, { label, id: shareId })) !== undefined

/** True if the pages of a deployment show the toolbar: previews do, unless the project switched it off. */
export const hasToolbar = async (
  tx: Transaction,
  { kind, projectId }: Pick<DeploymentRow, 'kind' | 'projectId'>,
): Promise<boolean> => kind !== 'production' && (await findProject(tx, projectId))?.runtime.previews?.toolbar !== false
