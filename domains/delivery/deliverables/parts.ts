import type { Database } from '../../../platform/db/database.ts'
import type { ObjectStore } from '../../../platform/storage/index.ts'
import type { SignInParts } from '../../accounts/people/index.ts'

/** The parts that a decision may set off. */
export interface ShippingParts {
  readonly previewSite: { readonly isOn: boolean }
}

/** The parts of signing a decision. */
export interface SigningParts extends ShippingParts {
  readonly database: Database
  readonly signIn: Pick<SignInParts, 'origin'>
}

/** The parts that read files of snapshots. */
export interface DownloadParts {
  readonly objects: ObjectStore
}
