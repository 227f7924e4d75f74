import type { Vault } from '../../../platform/crypto/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { Fetcher } from '../../../platform/fetch/index.ts'
import type { Engine } from '../../../platform/jobs/index.ts'

export interface TrackerParts {
  readonly database: Database
  readonly vault: Vault
  readonly fetcher: Fetcher
  readonly engine: Engine
  /** The whole address of a path of this server. */
  readonly linkTo: (path: string) => string
}
