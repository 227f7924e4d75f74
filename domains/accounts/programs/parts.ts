import type { Database } from '../../../platform/db/database.ts'
import type { Fetcher } from '../../../platform/fetch/index.ts'
import type { Mailer } from '../../../platform/mail/index.ts'
import type { FindClient } from './find-client.ts'

/** The server's parts for this domain. */
export interface GivenParts {
  readonly database: Database
  readonly fetcher: Fetcher
  readonly mailer: Mailer
  readonly originFor: (host: string | undefined) => string
}

export interface ProgramParts extends Omit<GivenParts, 'fetcher'> {
  readonly findClient: FindClient
}
