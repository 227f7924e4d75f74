import { validate } from 'uuid'
import type { Caller } from '../../../platform/access/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { findInvoice, lockInvoice } from './store.ts'

/**
 * The invoice of that id; undefined if this caller sees none. A key that names projects reaches no invoice: what it may
 * see does not lead here, and what is of the workspace it cannot change.
 */
export const findInvoiceFor = async (tx: Transaction, id: string, { projectIds }: Pick<Caller, 'projectIds'>) =>
  projectIds || !validate(id) ? undefined : findInvoice(tx, id)

/** The same for a change, locked against every other one. */
export const holdInvoice = async (tx: Transaction, id: string) => (validate(id) ? lockInvoice(tx, id) : undefined)
