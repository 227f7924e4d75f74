import type { Database } from '../../../platform/db/database.ts'
import type { ObjectStore } from '../../../platform/storage/index.ts'
import type { SignInParts } from '../../accounts/people/index.ts'

export interface ShippingParts {
  readonly previewSite: { readonly isOn: boolean }
}

export interface SigningParts extends ShippingParts {
  readonly database: Database
  readonly signIn: Pick<SignInParts, 'origin'>
}

export interface DownloadParts {
  readonly objects: ObjectStore
}
