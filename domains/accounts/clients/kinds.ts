import type { Caller } from '../../../platform/access/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { findPortalPerson } from './store-people.ts'

/** A key that names projects reaches no client: the visible projects of a client do not lead to the client. */
export const portalClientKind = async (tx: Transaction, id: string, { projectIds }: Pick<Caller, 'projectIds'>) =>
  !projectIds && (await findPortalPerson(tx, id)) ? { projectId: null } : undefined
