import type { Vault } from '../../../platform/crypto/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { openForWorkspace, sealForWorkspace } from '../../code/secrets/index.ts'
import { endingOf } from './rules/endpoints.ts'
import type { EndpointRow } from './tables.ts'

/** A key as its row holds it; all null without one. */
export type KeyColumns = Pick<EndpointRow, 'keyVersion' | 'ciphertext' | 'keyEnding'>

// Under the id: the key of a deleted endpoint opens at no later one of its name.
const placeOf = (id: string) => ({ kind: 'model-endpoint', name: id })

export const noKey: KeyColumns = { keyVersion: null, ciphertext: null, keyEnding: null }

/** Throws VaultUnavailable without a root key. */
export const sealedKey = async (tx: Transaction, vault: Vault, id: string, apiKey: string): Promise<KeyColumns> => ({
  ...(await sealForWorkspace(tx, vault, placeOf(id), apiKey)),
  keyEnding: endingOf(apiKey),
})

/** Undefined if none is stored. Throws VaultUnavailable, RootKeyMissing, or SealBroken. */
export const openedKey = async (
  tx: Transaction,
  vault: Vault,
  { id, keyVersion, ciphertext }: EndpointRow,
): Promise<string | undefined> =>
  keyVersion === null || ciphertext === null
    ? undefined
    : openForWorkspace(tx, vault, placeOf(id), { keyVersion, ciphertext })
