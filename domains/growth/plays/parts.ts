import type { Vault } from '../../../platform/crypto/index.ts'
import type { Engine } from '../../../platform/jobs/index.ts'
import type { Reach } from './readiness.ts'

/** What operations of plays work with. */
export interface PlayParts {
  readonly engine: Engine
  readonly vault: Vault
  readonly reach: Reach
}
