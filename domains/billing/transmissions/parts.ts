import type { AccessPoints } from '../../../execution/access-points/index.ts'
import type { Vault } from '../../../platform/crypto/index.ts'
import type { Database } from '../../../platform/db/database.ts'

export interface TransmissionParts {
  readonly database: Database
  readonly vault: Vault
  readonly accessPoints: AccessPoints
  /** The whole address of a path of this server. */
  readonly linkTo: (path: string) => string
}
