import { validate } from 'uuid'
import type { Caller } from '../../../platform/access/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { findInvoice, lockInvoice } from './store.ts'

interface Reaching {
  readonly tx: Transaction
  readonly caller: Pick<Caller, 'projectIds'>
  readonly params: { readonly id: string }
}

// A key that names projects reaches no invoice: what it may see does not lead here.
const isOutOfReach = ({ caller, params }: Reaching) => caller.projectIds !== undefined || !validate(params.id)

/** The invoice that was asked for; undefined where there is none for this caller. */
export const reachInvoice = async (at: Reaching) =>
  isOutOfReach(at) ? undefined : findInvoice(at.tx, at.params.id)

/** The same, locked against every other change. */
export const holdInvoice = async (at: Reaching) => (isOutOfReach(at) ? undefined : lockInvoice(at.tx, at.params.id))
