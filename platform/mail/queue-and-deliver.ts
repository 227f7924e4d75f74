import type { Transaction } from '../db/transaction.ts'
import type { Mailer } from './mailer.ts'
import type { MailMessage } from './message.ts'

/**
 * Queues a message with the transaction, and delivers it after the commit, without waiting for the result. Returns its
 * id.
 */
export const queueAndDeliver = async (
  mailer: Pick<Mailer, 'queueMail' | 'deliver'>,
  tx: Transaction,
  message: MailMessage,
): Promise<string> => {
  const id = await mailer.queueMail(tx, message)
  tx.afterCommit(() => void mailer.deliver(id).catch(() => undefined))
  return id
}
