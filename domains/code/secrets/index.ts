export { keysSealedWithOthers } from './store.ts'
export { keepSecrets } from './keep.ts'
export { recordSecretsSync, type SecretsSync } from './record-sync.ts'
export { resolveSecrets, SecretsUnavailable, type ResolvedSecrets, type SecretsUse } from './resolve.ts'
