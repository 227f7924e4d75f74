export { alignBranch } from './align-branch.ts'
export { advanceHead, findRevision, headRevision, manifestWithSha256, protectedPathsOf } from './store.ts'
export type { RevisionRow } from './tables.ts'
