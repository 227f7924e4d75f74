import type { Database } from '../../../platform/db/database.ts'
import type { ObjectStore } from '../../../platform/storage/index.ts'
import type { ArtifactLinks } from './links.ts'

export interface LinkParts {
  readonly artifactLinks: ArtifactLinks
  readonly linkTo: (path: string) => string
}

/** The store of files. */
export interface FileParts {
  readonly database: Database
  readonly objects: ObjectStore
}
