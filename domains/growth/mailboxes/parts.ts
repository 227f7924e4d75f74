import type { Mail, MailTexts } from '../../../execution/mail/index.ts'
import type { Vault } from '../../../platform/crypto/index.ts'
import type { Database } from '../../../platform/db/database.ts'

/** The parts of sending and reading. */
export interface MailboxParts {
  readonly database: Database
  readonly vault: Vault
  readonly mail: Mail
}

/** The parts of operations. */
export interface MailboxOperationParts extends MailboxParts {
  readonly mailTexts: MailTexts
  readonly linkTo: (path: string) => string
}

/** The page that the providers send people back to. */
export const redirectPath = '/console/growth/mailboxes/connected'
