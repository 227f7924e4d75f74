import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { normalAddress } from './entry.ts'
import { mailboxOf } from './rules.ts'

type Rows = Readonly<Record<string, unknown>>

const ofAddress = statement<{ value: string }, Rows>(
  'growth-suppression.of-person',
  `select id, source, created_at as "createdAt" from growth_suppression
   where workspace_id = :workspace and value = :value order by created_at`,
)
/** The list in a person's own data: the entry of their address. */
export const suppressionsOfPerson = async (tx: Transaction, email: string) => {
  const address = normalAddress(email)
  return address === undefined ? [] : ofAddress(tx, { value: mailboxOf(address) })
}

const erase = statement<{ value: string }>(
  'growth-suppression.erase',
  `update growth_suppression set value = null, source = 'erasure', added_by = null
   where workspace_id = :workspace and value = :value`,
)
/** Removes a mailbox from its entries. Their hashes stay, so that no mail is sent to it. */
export const eraseEntries = (tx: Transaction, value: string) => erase(tx, { value })
