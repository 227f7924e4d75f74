export { sourceNamed } from './read-draft.ts'
export { readDraftRun } from './handlers.ts'
export { newestDraftRun, spendOfPlay } from './store.ts'
