import type { Transaction } from '../../../../platform/db/transaction.ts'
import { findProject } from '../../projects/index.ts'
import type { DeploymentRow } from '../tables.ts'

/** True if the pages of a deployment show the toolbar: previews do, unless the project switched it off. */
export const hasToolbar = async (
  tx: Transaction,
  { kind, projectId }: Pick<DeploymentRow, 'kind' | 'projectId'>,
): Promise<boolean> => kind !== 'production' && (await findProject(tx, projectId))?.runtime.previews?.toolbar !== false
