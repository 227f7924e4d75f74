import type { Repositories } from '../../../execution/repositories/index.ts'
import type { Engine, Log } from '../../../platform/jobs/index.ts'
import type { Relay } from '../../../platform/relay/relay.ts'

export interface ReadParts {
  readonly repositories: Repositories
  readonly engine: Pick<Engine, 'diagnostics' | 'addressOfRun'>
  readonly relay: Relay | undefined
  readonly log: Pick<Log, 'error'>
}
