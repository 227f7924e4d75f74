export { revisions } from './contract.ts'
export { protectedPathsOf } from './protected.ts'
export { advanceHead, findRevision, headRevision } from './store.ts'
export type { RevisionRow } from './tables.ts'
