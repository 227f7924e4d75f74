import type { Database } from '../../../platform/db/database.ts'
import type { SignInParts } from '../../accounts/people/index.ts'

/** What signing a decision works with. */
export interface SigningParts {
  readonly database: Database
  readonly signIn: Pick<SignInParts, 'origin'>
}
