import type { Vault } from '../../../platform/crypto/index.ts'
import type { Engine } from '../../../platform/jobs/index.ts'
import type { Reach } from './readiness.ts'

/** The parts of operations on plays. */
export interface PlayParts {
  readonly engine: Engine
  readonly vault: Vault
  readonly reach: Reach
}
