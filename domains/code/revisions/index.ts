export { alignBranch } from './align-branch.ts'
export { advanceHead, findRevision, headRevision, protectedPathsOf } from './store.ts'
export type { RevisionRow } from './tables.ts'
