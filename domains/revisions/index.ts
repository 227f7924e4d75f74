export { revisions } from './contract.ts'
export { advanceHead, headRevision } from './store.ts'
export type { RevisionRow } from './tables.ts'
