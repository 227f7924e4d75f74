export { imports } from './contract.ts'
export type { FinalizeParts } from './operations/finalize-project-import.ts'
export { bundleKey } from './present.ts'
export { importKind, removeExpired } from './store.ts'
