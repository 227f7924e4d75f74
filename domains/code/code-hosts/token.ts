import type { CodeHostAccess } from '../../../execution/code-hosts/index.ts'
import type { Vault } from '../../../platform/crypto/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { openForWorkspace, sealForWorkspace } from '../secrets/index.ts'
import type { CodeHostRow } from './tables.ts'

/** What the address of a host's webhooks ends with, and what they are signed with. */
export interface HookKeys {
  readonly token: string
  readonly secret: string
}

// Under the id: the token of one connection opens at no other one's place.
const placeOf = (id: string) => ({ kind: 'code-host', name: id })

/** Seals a token, or the private key of an app. Throws VaultUnavailable without a root key. */
export const sealedToken = (tx: Transaction, vault: Vault, id: string, token: string) =>
  sealForWorkspace(tx, vault, placeOf(id), token)

/** What a code host is spoken to with. Throws VaultUnavailable, RootKeyMissing, or SealBroken. */
export const openedAccess = async (tx: Transaction, vault: Vault, row: CodeHostRow): Promise<CodeHostAccess> => {
  const { id, kind, baseUrl, appId, installationId, keyVersion, ciphertext } = row
  const secret = await openForWorkspace(tx, vault, placeOf(id), { keyVersion, ciphertext })
  if (appId === null || installationId === null) return { kind, baseUrl, token: secret }
  return { kind, baseUrl, app: { appId, installationId, privateKey: secret } }
}

const hookOf = (id: string) => ({ kind: 'code-host-hook', name: id })

/** Throws VaultUnavailable without a root key. */
export const sealedHook = async (tx: Transaction, vault: Vault, id: string, keys: HookKeys) => {
  const { keyVersion, ciphertext } = await sealForWorkspace(tx, vault, hookOf(id), JSON.stringify(keys))
  return { hookKeyVersion: keyVersion, hookCiphertext: ciphertext }
}

/** Undefined before the first webhook of this connection was asked for. Throws as `openedAccess`. */
export const openedHook = async (
  tx: Transaction,
  vault: Vault,
  { id, hookKeyVersion, hookCiphertext }: CodeHostRow,
): Promise<HookKeys | undefined> => {
  if (hookKeyVersion === null || hookCiphertext === null) return undefined
  const sealed = { keyVersion: hookKeyVersion, ciphertext: hookCiphertext }
  return JSON.parse(await openForWorkspace(tx, vault, hookOf(id), sealed)) as HookKeys
}
