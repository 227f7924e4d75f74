export { deriveSecrets } from './derive.ts'
export { isHexSignature } from './hex-signature.ts'
export { isSameSecret } from './is-same-secret.ts'
export { linkTokenHash, newLinkToken } from './link-token.ts'
export { openIfKeyed } from './open-if-keyed.ts'
export { findRootKeys, parseRootKeys, type RootKey, type RootKeySources, type RootKeys } from './root-keys.ts'
export { SealBroken } from './seal.ts'
export {
  type DataKey,
  type DataKeyScope,
  openVault,
  RootKeyMissing,
  type Vault,
  VaultUnavailable,
  type WrappedKey,
} from './vault.ts'
export type { WrappedKeys } from './wrapped-keys.ts'
