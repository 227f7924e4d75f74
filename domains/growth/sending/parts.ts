import type { MailboxParts } from '../mailboxes/index.ts'
import type { Reach } from '../plays/index.ts'

/** What mails of plays are sent with. */
export interface SendingParts extends MailboxParts {
  readonly linkTo: (path: string) => string
  readonly reach: Reach
}
