export { keysSealedWithOthers } from './store.ts'
export { keepSecrets } from './keep.ts'
