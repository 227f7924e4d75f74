import type { Caller } from '../../../platform/access/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { connectedMailboxes } from '../mailboxes/index.ts'

export const isAdministrator = ({ role }: Pick<Caller, 'role'>): boolean => role === 'owner' || role === 'admin'

/** The mailboxes that a play may name. */
export const mailboxIdsHere = async (tx: Transaction): Promise<readonly string[]> =>
  (await connectedMailboxes(tx)).map(({ id }) => id)
