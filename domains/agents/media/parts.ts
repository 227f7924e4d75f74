import type { LocalProgram } from '../../../execution/media/index.ts'
import type { SandboxDriver } from '../../../execution/sandbox/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { Fetcher } from '../../../platform/fetch/index.ts'
import type { Engine } from '../../../platform/jobs/index.ts'
import type { Removals } from '../../../platform/removals/index.ts'
import type { ObjectStore } from '../../../platform/storage/index.ts'
import type { CapParts, TableParts } from '../models/index.ts'

export interface MediaWork extends TableParts {
  readonly database: Database
  readonly objects: ObjectStore
  readonly removals: Removals
  readonly fetcher: Fetcher
}

export interface MediaParts extends MediaWork, CapParts {
  readonly engine: Engine
  readonly sandboxes: SandboxDriver
  readonly localProgram: LocalProgram
  readonly linkTo: (path: string) => string
}
