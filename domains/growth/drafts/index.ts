export { sourceNamed } from './read-draft.ts'
export { readDraftRun } from './read-draft-run.ts'
export { spendOfPlay } from './spend.ts'
export { newestDraftRun } from './store.ts'
