import type { SandboxDriver } from '../../../execution/sandbox/index.ts'
import type { Engine } from '../../../platform/jobs/index.ts'
import type { MediaWork } from '../media/index.ts'
import type { CapParts } from '../models/index.ts'

/** What requests for documents work with. */
export interface DocumentParts extends MediaWork {
  readonly engine: Engine
  readonly sandboxes: SandboxDriver
  readonly linkTo: (path: string) => string
}

/** What the parsing of a document works with. */
export interface ParseWork extends Pick<DocumentParts, 'objects' | 'sandboxes'>, MediaWork, CapParts {}
