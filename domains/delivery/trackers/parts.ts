import type { Vault } from '../../../platform/crypto/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { Fetcher } from '../../../platform/fetch/index.ts'
import type { Engine } from '../../../platform/jobs/index.ts'
import type { LinearRefresh } from '../../../execution/trackers/index.ts'
import { sealedParts } from '../../code/secrets/index.ts'

export interface TrackerParts {
  readonly database: Database
  readonly vault: Vault
  readonly fetcher: Fetcher
  readonly engine: Engine
  /** The whole address of a path of this server. */
  readonly linkTo: (path: string) => string
}

/** The credential of a tracker, its webhook key (null until it is known), and the last part of the webhook address. */
interface TrackerKeys {
  readonly token: string
  readonly webhookSecret: string | null
  readonly hookToken: string
  /** The refresh token that renews the token before it ends; absent if the tracker has none. */
  readonly refresh?: LinearRefresh
}

export const trackerKeys = sealedParts<TrackerKeys>('tracker')
