import type { Database } from '../../../platform/db/database.ts'
import type { Engine } from '../../../platform/jobs/index.ts'
import type { ModelParts } from '../../agents/models/index.ts'
import type { InstanceCaps } from '../../code/projects/rules/caps.ts'

/** The parts that start runs which propose plays. */
export interface ProposalParts {
  readonly database: Database
  readonly engine: Pick<Engine, 'start'>
}

/** Their parts. */
export interface ProposalWork extends ModelParts {
  readonly database: Database
  readonly caps: InstanceCaps
  readonly socketFolder: string
}
