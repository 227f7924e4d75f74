import type { CodeHostAccess } from '../../../execution/code-hosts/index.ts'
import type { Vault } from '../../../platform/crypto/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { sealedCredentials, sealedParts } from '../secrets/index.ts'
import type { CodeHostRow } from './tables.ts'

/** The last part of the address for a host's webhooks, and the key of their signatures. */
export interface HookKeys {
  readonly token: string
  readonly secret: string
}

/** A token, or the private key of an app. */
export const hostToken = sealedCredentials('code-host')

const hookKeys = sealedParts<HookKeys>('code-host-hook')

/** The credential of a code host. Throws VaultUnavailable, RootKeyMissing, or SealBroken. */
export const openedAccess = async (tx: Transaction, vault: Vault, row: CodeHostRow): Promise<CodeHostAccess> => {
  const { kind, baseUrl, appId, installationId } = row
  const secret = await hostToken.open(tx, vault, row.id, row)
  if (appId === null || installationId === null) return { kind, baseUrl, token: secret }
  return { kind, baseUrl, app: { appId, installationId, privateKey: secret } }
}

/** Throws VaultUnavailable without a root key. */
export const sealedHook = async (tx: Transaction, vault: Vault, id: string, keys: HookKeys) => {
  const { keyVersion, ciphertext } = await hookKeys.seal(tx, vault, id, keys)
  return { hookKeyVersion: keyVersion, hookCiphertext: ciphertext }
}

/** The hook of a connection; undefined before its first webhook was asked for. Throws as `openedAccess`. */
export const openedHook = (tx: Transaction, vault: Vault, { id, hookKeyVersion, hookCiphertext }: CodeHostRow) =>
  hookKeys.open(tx, vault, id, { keyVersion: hookKeyVersion, ciphertext: hookCiphertext })
