import type { Database } from '../../../platform/db/database.ts'
import type { ObjectStore } from '../../../platform/storage/index.ts'
import type { SignInParts } from '../../accounts/people/index.ts'

/** What signing a decision works with. */
export interface SigningParts {
  readonly database: Database
  readonly signIn: Pick<SignInParts, 'origin'>
}

/** What files of snapshots are read from. */
export interface DownloadParts {
  readonly objects: ObjectStore
}
