import type { Database } from '../../../platform/db/database.ts'
import type { Vault } from '../../../platform/crypto/index.ts'
import type { ModelParts } from '../../agents/models/index.ts'
import type { InstanceCaps } from '../../code/projects/rules/caps.ts'

/** The parts that write drafts. */
export interface DraftWork extends ModelParts {
  readonly database: Database
  readonly vault: Vault
  readonly caps: InstanceCaps
  readonly socketFolder: string
}
