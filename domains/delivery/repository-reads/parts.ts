import type { Repositories } from '../../../execution/repositories/index.ts'
import type { Engine, Log } from '../../../platform/jobs/index.ts'

export interface ReadParts {
  readonly repositories: Repositories
  readonly engine: Pick<Engine, 'diagnostics'>
  readonly log: Pick<Log, 'error'>
}
