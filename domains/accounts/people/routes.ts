import type { Database } from '../../../platform/db/database.ts'
import type { EveryDomain } from '../../every-domain.ts'
import meHandlers from './handlers/me.ts'
import ownDataHandlers from './handlers/own-data.ts'
import signInHandlers from './handlers/sign-in.ts'
import type { LetterTokens } from './letter-tokens.ts'
import type { SignInParts } from './sign-in/parts.ts'

interface PeopleParts {
  readonly database: Database
  readonly signIn: SignInParts
  readonly everyDomain: EveryDomain
  readonly letterTokens: LetterTokens
}

export default (parts: PeopleParts) => ({
  ...signInHandlers(parts.signIn),
  ...meHandlers({ ...parts, log: parts.signIn.log }),
  ...ownDataHandlers(parts),
})
