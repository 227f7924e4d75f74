import type { RevisionRow } from './tables.ts'

export interface ProtectedPath {
  readonly path: string
  readonly reason: string
}

/** The files that a revision keeps outside of its repository. */
export const protectedPathsOf = (revision: RevisionRow | undefined): readonly ProtectedPath[] =>
  revision ? (JSON.parse(revision.manifest) as { protected: ProtectedPath[] }).protected : []
