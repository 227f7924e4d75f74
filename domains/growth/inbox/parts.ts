import type { Database } from '../../../platform/db/database.ts'
import type { Engine } from '../../../platform/jobs/index.ts'
import type { ModelParts } from '../../agents/models/index.ts'
import type { InstanceCaps } from '../../code/projects/index.ts'
import type { MailboxParts } from '../mailboxes/index.ts'

/** What operations and the reading of mailboxes work with. */
export interface InboxParts extends MailboxParts {
  readonly engine: Pick<Engine, 'start'>
}

/** What runs that sort replies work with. */
export interface SortParts extends ModelParts {
  readonly database: Database
  readonly caps: InstanceCaps
  readonly socketFolder: string
}
