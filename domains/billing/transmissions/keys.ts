import type { AccessPointAccount } from '../../../execution/access-points/index.ts'
import type { Vault } from '../../../platform/crypto/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { sealedCredentials, sealedParts } from '../../code/secrets/index.ts'
import type { ConnectionRow } from './tables.ts'

/** The end of the webhook's address, and the key of its signatures; null until it is set. */
interface WebhookKeys {
  readonly token: string
  readonly secret: string | null
}

const apiKeys = sealedCredentials('access-point')
const webhookKeys = sealedParts<WebhookKeys>('access-point-webhook')

/** Throws VaultUnavailable without a root key. */
export const sealApiKey = async (tx: Transaction, vault: Vault, id: string, apiKey: string) => {
  const { keyVersion, ciphertext } = await apiKeys.seal(tx, vault, id, apiKey)
  const apiKeyEnding = apiKey.length >= 16 ? apiKey.slice(-4) : null
  return { apiKeyVersion: keyVersion, apiKeyCiphertext: ciphertext, apiKeyEnding }
}

/** Throws VaultUnavailable without a root key. */
export const sealWebhookKeys = async (tx: Transaction, vault: Vault, id: string, keys: WebhookKeys) => {
  const { keyVersion, ciphertext } = await webhookKeys.seal(tx, vault, id, keys)
  return { webhookKeyVersion: keyVersion, webhookCiphertext: ciphertext, hasWebhookSecret: keys.secret !== null }
}

/** The account of a connection; undefined if its key is gone. Throws VaultUnavailable, RootKeyMissing, or SealBroken. */
export const openAccount = async (
  tx: Transaction,
  vault: Vault,
  { id, environment, apiKeyVersion, apiKeyCiphertext }: ConnectionRow,
): Promise<AccessPointAccount | undefined> => {
  const apiKey = await apiKeys.open(tx, vault, id, { keyVersion: apiKeyVersion, ciphertext: apiKeyCiphertext })
  return apiKey === undefined ? undefined : { apiKey, environment }
}

/** The same of its webhook. */
export const openWebhookKeys = (
  tx: Transaction,
  vault: Vault,
  { id, webhookKeyVersion, webhookCiphertext }: ConnectionRow,
) => webhookKeys.open(tx, vault, id, { keyVersion: webhookKeyVersion, ciphertext: webhookCiphertext })
