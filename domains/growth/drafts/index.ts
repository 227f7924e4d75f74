export { sourceNamed } from './read-draft.ts'
export { readDraftRun } from './handlers.ts'
export { spendOfPlay } from './spend.ts'
export { newestDraftRun } from './store.ts'
