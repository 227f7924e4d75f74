import type { MailboxParts } from '../mailboxes/index.ts'
import type { Reach } from '../plays/index.ts'

/** The parts that send mails of plays. */
export interface SendingParts extends MailboxParts {
  readonly linkTo: (path: string) => string
  readonly reach: Reach
}
