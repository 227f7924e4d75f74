import type { CodeHostAccess } from '../../../execution/code-hosts/index.ts'
import type { Vault } from '../../../platform/crypto/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { openForWorkspace, sealForWorkspace } from '../secrets/index.ts'
import type { CodeHostRow } from './tables.ts'

// Under the id: the token of one connection opens at no other one's place.
const placeOf = (id: string) => ({ kind: 'code-host', name: id })

/** Throws VaultUnavailable without a root key. */
export const sealedToken = (tx: Transaction, vault: Vault, id: string, token: string) =>
  sealForWorkspace(tx, vault, placeOf(id), token)

/** What a code host is spoken to with. Throws VaultUnavailable, RootKeyMissing, or SealBroken. */
export const openedAccess = async (tx: Transaction, vault: Vault, row: CodeHostRow): Promise<CodeHostAccess> => {
  const { id, kind, baseUrl, keyVersion, ciphertext } = row
  return { kind, baseUrl, token: await openForWorkspace(tx, vault, placeOf(id), { keyVersion, ciphertext }) }
}
