import type { Database } from '../../../platform/db/database.ts'
import type { ObjectStore } from '../../../platform/storage/index.ts'
import type { ArtifactLinks } from './links.ts'

/** The parts that make addresses of files. */
export interface LinkParts {
  readonly artifactLinks: ArtifactLinks
  readonly linkTo: (path: string) => string
}

/** What files lie in. */
export interface FileParts {
  readonly database: Database
  readonly objects: ObjectStore
}
