import { v7 as uuidv7 } from 'uuid'
import type { Vault } from '../../../platform/crypto/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { dayIn, workspaceTimeZone } from '../../accounts/workspaces/index.ts'
import { mailboxCredentials, type Credentials } from './credentials.ts'
import { dailyLimitByDefault, mailboxesMost, type MailProvider } from './rules.ts'
import { connectMailbox, lockMailboxes, mailboxAt, mailboxes } from './store.ts'
import type { MailboxRow } from './tables.ts'

interface NewMailbox {
  readonly provider: MailProvider
  readonly address: string
  readonly displayName: string | null
  /** Null for a usual selector of the provider. */
  readonly dkimSelector?: string | null
  readonly credentials: Credentials
  readonly userId: string
  readonly now: Date
}

/** Stores a mailbox, whose warm-up begins today; undefined if the workspace has too many. */
export const keepMailbox = async (
  tx: Transaction,
  vault: Vault,
  { credentials, dkimSelector = null, ...mailbox }: NewMailbox,
): Promise<MailboxRow | undefined> => {
  await lockMailboxes(tx)
  const before = await mailboxAt(tx, mailbox.address)
  const others = (await mailboxes(tx)).filter(({ id, status }) => id !== before?.id && status !== 'disconnected')
  if (others.length >= mailboxesMost) return undefined
  const id = before?.id ?? uuidv7()
  const timeZone = await workspaceTimeZone(tx)
  const secret = await mailboxCredentials.seal(tx, vault, id, credentials)
  const warmUpStartedOn = dayIn(timeZone, mailbox.now)
  return connectMailbox(tx, {
    ...mailbox,
    dkimSelector,
    id,
    timeZone,
    warmUpStartedOn,
    dailyLimit: dailyLimitByDefault,
    ...secret,
  })
}
