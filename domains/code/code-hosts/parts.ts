import type { Repositories } from '../../../execution/repositories/index.ts'
import type { Vault } from '../../../platform/crypto/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { Fetcher } from '../../../platform/fetch/index.ts'
import type { Engine } from '../../../platform/jobs/index.ts'
import type { EveryDomain } from '../../every-domain.ts'
import type { InspectParts } from '../uploads/index.ts'

export interface PushJobParts {
  readonly database: Database
  readonly vault: Vault
  readonly fetcher: Fetcher
  readonly repositories: Repositories
}

export interface SyncParts extends PushJobParts, InspectParts {
  readonly engine: Engine
  readonly everyDomain: Pick<EveryDomain, 'isProjectChanging' | 'addHostComment'>
  /** The whole address of a path of this server. */
  readonly linkTo: (path: string) => string
}

export interface CodeHostParts extends PushJobParts {
  readonly engine: Engine
  readonly everyDomain: Pick<EveryDomain, 'countInProjects' | 'noticeHostDelivery'>
}
