export { keysSealedWithOthers } from './store.ts'
export { keepSecrets, type ClearEntry, type ClearFile } from './keep.ts'
