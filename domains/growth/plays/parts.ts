import type { Database } from '../../../platform/db/database.ts'
import type { Vault } from '../../../platform/crypto/index.ts'
import type { Engine } from '../../../platform/jobs/index.ts'
import type { ModelParts } from '../../agents/models/index.ts'
import type { InstanceCaps } from '../../code/projects/index.ts'
import type { MailboxParts } from '../mailboxes/index.ts'
import type { Reach } from './reach.ts'

/** What mails are handed over with. */
export type ReplyParts = MailboxParts

/** What mails of plays are sent with. */
export interface SendingParts extends MailboxParts {
  readonly linkTo: (path: string) => string
  readonly reach: Reach
}

/** What operations of plays work with. */
export interface PlayParts extends SendingParts {
  readonly engine: Engine
}

/** What drafts are written with. */
export interface DraftWork extends ModelParts {
  readonly database: Database
  readonly vault: Vault
  readonly caps: InstanceCaps
  readonly socketFolder: string
}
