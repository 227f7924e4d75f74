import type { DataKey, Vault } from '../../../platform/crypto/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { insertWorkspaceKey, workspaceKeys } from './store-workspace-keys.ts'

/** A secret of the workspace itself as its domain stores it. */
export interface WorkspaceSecret {
  readonly keyVersion: number
  readonly ciphertext: Buffer
}

/** Which one it is: the kind of thing, and its name. It opens at no other place. */
export interface SecretPlace {
  readonly kind: string
  readonly name: string
}

/** Seals a secret that belongs to no project. Throws VaultUnavailable without a root key. */
export const sealForWorkspace = async (
  tx: Transaction,
  vault: Vault,
  { kind, name }: SecretPlace,
  text: string,
): Promise<WorkspaceSecret> => {
  const dataKey = (await newestKey(tx, vault)) ?? (await firstKey(tx, vault))
  return { keyVersion: dataKey.scope.version, ciphertext: dataKey.seal(kind, name, Buffer.from(text)) }
}

/** Opens such a secret. Throws VaultUnavailable, RootKeyMissing, or SealBroken. */
export const openForWorkspace = async (
  tx: Transaction,
  vault: Vault,
  { kind, name }: SecretPlace,
  { keyVersion, ciphertext }: WorkspaceSecret,
): Promise<string> => {
  const stored = (await workspaceKeys(tx)).find(({ version }) => version === keyVersion)!
  return vault.openDataKey(scopeOf(tx, keyVersion), stored).unseal(kind, name, ciphertext).toString()
}

const scopeOf = (tx: Transaction, version: number) => ({
  workspaceId: tx.workspace!,
  projectId: undefined,
  version,
})

const newestKey = async (tx: Transaction, vault: Vault): Promise<DataKey | undefined> => {
  const stored = (await workspaceKeys(tx)).at(-1)
  return stored && vault.openDataKey(scopeOf(tx, stored.version), stored)
}

/** Of two that make it at once, the second one takes the first one's. */
const firstKey = async (tx: Transaction, vault: Vault): Promise<DataKey> => {
  const made = vault.createDataKey(scopeOf(tx, 1))
  const isOurs = await insertWorkspaceKey(tx, 1, made.stored)
  return isOurs ? made.dataKey : (await newestKey(tx, vault))!
}
