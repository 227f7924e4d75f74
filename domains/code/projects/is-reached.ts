import { validate } from 'uuid'
import type { Caller } from '../../../platform/access/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { findProject } from './store.ts'

/** True if a text names a project of the workspace, and the caller's key is good for it. */
export const isReached = async (
  tx: Transaction,
  { projectIds }: Pick<Caller, 'projectIds'>,
  id: string,
): Promise<boolean> => validate(id) && (projectIds?.includes(id) ?? true) && (await findProject(tx, id)) !== undefined
