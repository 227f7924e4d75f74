import type { MailboxParts } from '../mailboxes/index.ts'

/** What mails of people are handed over with. */
export type ReplyParts = MailboxParts
