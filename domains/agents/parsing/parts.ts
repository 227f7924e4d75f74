import type { SandboxDriver } from '../../../execution/sandbox/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { Fetcher } from '../../../platform/fetch/index.ts'
import type { Engine } from '../../../platform/jobs/index.ts'
import type { ObjectStore } from '../../../platform/storage/index.ts'

/** What requests for documents work with. */
export interface DocumentParts {
  readonly database: Database
  readonly objects: ObjectStore
  readonly fetcher: Fetcher
  readonly engine: Engine
  readonly sandboxes: SandboxDriver
  readonly linkTo: (path: string) => string
}

/** What the parsing of a document works with. */
export type ParseWork = Pick<DocumentParts, 'database' | 'objects' | 'sandboxes'>
