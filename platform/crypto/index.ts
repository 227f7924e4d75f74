export {
  deriveSecrets,
  findRootKeys,
  parseRootKeys,
  refuseUnusedRootKeys,
  type RootKey,
  type RootKeys,
} from './root-keys.ts'
export { isHexSignature, isSameSecret } from './constant-time.ts'
export { linkTokenHash, newLinkToken } from './link-token.ts'
export {
  openIfKeyed,
  type DataKey,
  openVault,
  RootKeyMissing,
  type Vault,
  VaultUnavailable,
  type WrappedKeys,
} from './vault.ts'
export { SealBroken } from './seal.ts'
