import type { Web } from '../../../execution/web/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { Fetcher } from '../../../platform/fetch/index.ts'
import type { Engine } from '../../../platform/jobs/index.ts'
import type { ModelParts } from '../../agents/models/index.ts'
import type { InstanceCaps } from '../../code/projects/rules/caps.ts'

/** The parts of operations on research. */
export interface ResearchParts {
  readonly engine: Engine
  readonly fetcher: Fetcher
}

/** The parts of its runs. */
export interface ResearchWork extends ModelParts {
  readonly database: Database
  readonly web: Pick<Web, 'readPage'>
  readonly caps: InstanceCaps
  readonly socketFolder: string
}
