import type { IdentityClient } from '../../../execution/identity-providers/identity-client.ts'
import type { MailTexts } from '../../../execution/mail/index.ts'
import type { Vault } from '../../../platform/crypto/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { Fetcher } from '../../../platform/fetch/index.ts'
import type { Mailer } from '../../../platform/mail/index.ts'
import type { SignInParts } from '../people/index.ts'
import type { FlowCookies } from './flow-cookie.ts'

/** The server's parts for this domain. */
export interface GivenParts {
  readonly database: Database
  readonly fetcher: Fetcher
  readonly mailTexts: MailTexts
  readonly mailer: Mailer
  readonly signIn: SignInParts
  readonly companyFlows: FlowCookies
  readonly vault: Vault
  readonly linkTo: (path: string) => string
}

export interface CompanyParts extends Omit<GivenParts, 'fetcher'> {
  readonly identityClient: IdentityClient
}
