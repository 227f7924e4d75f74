export { advanceHead, createRoot, pushCommit } from './advance.ts'
export {
  findRevision,
  headRevision,
  manifestOfRevision,
  manifestSizesOf,
  manifestWithSha256,
  protectedPathsOf,
  revisionAt,
  revisionBefore,
  revisionOfProject,
  revisionPage,
} from './store.ts'
export type { RevisionRow } from './tables.ts'
