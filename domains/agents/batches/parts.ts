import type { ModelTable } from '../../../execution/model-table/index.ts'
import type { Engine } from '../../../platform/jobs/index.ts'
import type { Removals } from '../../../platform/removals/index.ts'
import type { ObjectStore } from '../../../platform/storage/index.ts'
import type { CapParts, ModelParts } from '../models/index.ts'

export interface BatchWork extends ModelParts, Pick<CapParts, 'database'> {
  readonly modelTable: ModelTable
  readonly objects: ObjectStore
  readonly removals: Removals
}

export interface BatchParts extends BatchWork, CapParts {
  readonly engine: Engine
  readonly linkTo: (path: string) => string
}
