import { normalEmail } from '../contract/index.ts'
import { statement } from '../db/statement.ts'
import type { Transaction } from '../db/transaction.ts'

const known = statement<{ ids: readonly string[] }, { id: string }>(
  'mail.known',
  'select id from mail where id = any(:ids::uuid[])',
)
/** Which of these messages have a row. */
export const knownMail = async (tx: Transaction, ids: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set((await known(tx, { ids })).map(({ id }) => id))

const written = statement<{ address: string }, { id: string }>(
  'mail.in-outbox',
  `select id from mail where recipient = :address and state = 'outbox'`,
)
/** The messages to an address that were written to the outbox. */
export const mailInOutbox = async (tx: Transaction, address: string): Promise<readonly string[]> =>
  (await written(tx, { address: normalEmail(address) })).map(({ id }) => id)

interface OutboxRow {
  readonly id: string
  readonly kind: string
  readonly recipient: string
  readonly createdAt: Date
}
const newest = statement<{ limit: number }, OutboxRow & Record<string, unknown>>(
  'mail.newest-in-outbox',
  `select id, kind, recipient, created_at as "createdAt" from mail where state = 'outbox'
   order by created_at desc, id desc limit :limit`,
)
/** The newest messages of the outbox, newest first. */
export const newestInOutbox = (tx: Transaction, limit: number): Promise<readonly OutboxRow[]> => newest(tx, { limit })
