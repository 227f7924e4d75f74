import type { Repositories } from '../../../execution/repositories/index.ts'
import type { Engine, Log } from '../../../platform/jobs/index.ts'

/** What reads of repositories work with. */
export interface ReadParts {
  readonly repositories: Repositories
  readonly engine: Pick<Engine, 'diagnostics'>
  readonly log: Pick<Log, 'error'>
}
