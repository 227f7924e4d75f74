import type { InvalidField } from '../../../platform/contract/index.ts'

/** The declaration of a bundle before its upload, for every kind of session. */
export interface UploadSession {
  readonly id: string
  readonly commitSha: string
  /** The branch of the bundle that has to be at the commit. */
  readonly defaultBranch: string
  readonly bundleSha256: string
  readonly bundleSizeBytes: number
  readonly manifestSha256: string
}

/** Why a session has ended without being finalized; `Code` is what only its kind can end with. */
export interface Rejection<Code extends string = never> {
  readonly code: 'bundle_rejected' | Code
  readonly fields: InvalidField[]
}
