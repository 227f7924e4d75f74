import type { Vault } from '../../../platform/crypto/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { endingOf } from '../../code/connections/index.ts'
import { sealedCredentials } from '../../code/secrets/index.ts'
import type { EndpointRow } from './tables.ts'

/** A key as its row holds it; all null without one. */
export type KeyColumns = Pick<EndpointRow, 'keyVersion' | 'ciphertext' | 'keyEnding'>

export const endpointKey = sealedCredentials('model-endpoint')

export const noKey: KeyColumns = { keyVersion: null, ciphertext: null, keyEnding: null }

/** Throws VaultUnavailable without a root key. */
export const sealedKey = async (tx: Transaction, vault: Vault, id: string, apiKey: string): Promise<KeyColumns> => ({
  ...(await endpointKey.seal(tx, vault, id, apiKey)),
  keyEnding: endingOf(apiKey),
})
