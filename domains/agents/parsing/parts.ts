import type { SandboxDriver } from '../../../execution/sandbox/index.ts'
import type { Engine } from '../../../platform/jobs/index.ts'
import type { MediaWork } from '../media/index.ts'
import type { CapParts } from '../models/index.ts'

export interface DocumentParts extends MediaWork {
  readonly engine: Engine
  readonly sandboxes: SandboxDriver
  readonly linkTo: (path: string) => string
}

export interface ParseWork extends Pick<DocumentParts, 'objects' | 'sandboxes'>, MediaWork, CapParts {}
