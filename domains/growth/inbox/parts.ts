import type { Database } from '../../../platform/db/database.ts'
import type { Engine } from '../../../platform/jobs/index.ts'
import type { ModelParts } from '../../agents/models/index.ts'
import type { InstanceCaps } from '../../code/projects/rules/caps.ts'
import type { MailboxParts } from '../mailboxes/index.ts'

/** The parts of operations and of reading mailboxes. */
export interface InboxParts extends MailboxParts {
  readonly engine: Pick<Engine, 'start'>
}

/** The parts of runs that sort replies. */
export interface SortParts extends ModelParts {
  readonly database: Database
  readonly caps: InstanceCaps
  readonly socketFolder: string
}
