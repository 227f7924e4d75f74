import type { DataKey, Vault } from '../../../platform/crypto/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { insertWorkspaceKey, workspaceKeys } from './store.ts'

/** A secret of the workspace itself as its domain stores it. */
export interface WorkspaceSecret {
  readonly keyVersion: number
  readonly ciphertext: Buffer
}

/** How credentials of a kind are stored: each opens only under the kind and the id of its owner. */
interface SealedCredentials<Value> {
  /** Throws VaultUnavailable without a root key. */
  readonly seal: (tx: Transaction, vault: Vault, id: string, value: Value) => Promise<WorkspaceSecret>
  /** Undefined if none is stored. Throws VaultUnavailable, RootKeyMissing, or SealBroken. */
  readonly open: <Stored extends { readonly keyVersion: number | null; readonly ciphertext: Buffer | null }>(
    tx: Transaction,
    vault: Vault,
    id: string,
    stored: Stored,
  ) => Promise<Stored extends WorkspaceSecret ? Value : Value | undefined>
}

/** Credentials that belong to no project, such as the key of a connection. */
export const sealedCredentials = (kind: string): SealedCredentials<string> => ({
  seal: async (tx, vault, id, text) => {
    const dataKey = (await newestKey(tx, vault)) ?? (await firstKey(tx, vault))
    return { keyVersion: dataKey.scope.version, ciphertext: dataKey.seal(kind, id, Buffer.from(text)) }
  },
  open: async (tx, vault, id, { keyVersion, ciphertext }) => {
    if (keyVersion === null || ciphertext === null) return undefined as never
    const stored = (await workspaceKeys(tx)).find(({ version }) => version === keyVersion)!
    return vault.openDataKey(scopeOf(tx, keyVersion), stored).unseal(kind, id, ciphertext).toString()
  },
})

/** Credentials of several parts, which are stored as JSON. */
export const sealedParts = <Value extends object>(kind: string): SealedCredentials<Value> => {
  const texts = sealedCredentials(kind)
  return {
    seal: (tx, vault, id, value) => texts.seal(tx, vault, id, JSON.stringify(value)),
    open: async (tx, vault, id, stored) => {
      const text: string | undefined = await texts.open(tx, vault, id, stored)
      return (text === undefined ? undefined : JSON.parse(text)) as never
    },
  }
}

const scopeOf = (tx: Transaction, version: number) => ({ workspaceId: tx.workspace!, projectId: undefined, version })

const newestKey = async (tx: Transaction, vault: Vault): Promise<DataKey | undefined> => {
  const stored = (await workspaceKeys(tx)).at(-1)
  return stored && vault.openDataKey(scopeOf(tx, stored.version), stored)
}

/** Makes the first key of a workspace; the second of two concurrent makers gets the key of the first. */
const firstKey = async (tx: Transaction, vault: Vault): Promise<DataKey> => {
  const made = vault.createDataKey(scopeOf(tx, 1))
  const isOurs = await insertWorkspaceKey(tx, { version: 1, ...made.stored })
  return isOurs ? made.dataKey : (await newestKey(tx, vault))!
}
