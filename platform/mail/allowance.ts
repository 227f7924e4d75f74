import { normalEmail } from '../contract/index.ts'
import type { Transaction } from '../db/transaction.ts'
import { countRequestedMail } from './store.ts'

const hourMost = 10
const dayMost = 30

/** True if an address that got so many messages on request may not get another. */
export const isPastAllowance = ({ lastHour, lastDay }: { readonly lastHour: number; readonly lastDay: number }) =>
  lastHour >= hourMost || lastDay >= dayMost

/**
 * Whether another message on request to `address` would not go out. Changes that need their mail ask this, in the
 * transaction that queues it, among people: workspaces do not see each other's mail.
 */
export const isMailRefused = async (tx: Transaction, address: string): Promise<boolean> =>
  isPastAllowance(await countRequestedMail(tx, normalEmail(address)))
