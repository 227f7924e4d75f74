export { keysSealedWithOthers } from './store.ts'
export { keepSecrets } from './keep.ts'
export { recordSecretsSync, type SecretsSync } from './record-sync.ts'
export { resolveSecrets, type ResolvedSecrets, type SecretsUse } from './resolve.ts'
