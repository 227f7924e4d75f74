export { keepSecrets, type ClearEntry, type ClearFile } from './keep.ts'
