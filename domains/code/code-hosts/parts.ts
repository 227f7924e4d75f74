import type { Repositories } from '../../../execution/repositories/index.ts'
import type { Vault } from '../../../platform/crypto/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { Fetcher } from '../../../platform/fetch/index.ts'
import type { EveryDomain } from '../../every-domain.ts'

export interface PushJobParts {
  readonly database: Database
  readonly vault: Vault
  readonly fetcher: Fetcher
  readonly repositories: Repositories
}

export interface CodeHostParts extends PushJobParts {
  readonly everyDomain: Pick<EveryDomain, 'countInProjects'>
}
