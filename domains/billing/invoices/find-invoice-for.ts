import { validate } from 'uuid'
import type { Caller } from '../../../platform/access/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { findInvoice, lockInvoice } from './store.ts'

/**
 * The invoice of that id; undefined if this caller sees none. A key that names projects reaches no invoice: no project
 * leads to an invoice, and the key cannot change what belongs to the workspace.
 */
export const findInvoiceFor = async (tx: Transaction, id: string, { projectIds }: Pick<Caller, 'projectIds'>) =>
  projectIds || !validate(id) ? undefined : findInvoice(tx, id)

/** Locks the invoice of that id against every other change, and returns it. */
export const holdInvoice = async (tx: Transaction, id: string) => (validate(id) ? lockInvoice(tx, id) : undefined)
