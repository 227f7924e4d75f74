import type { PaymentAccount } from '../../../execution/payments/index.ts'
import type { Vault } from '../../../platform/crypto/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { sealedCredentials, sealedParts } from '../../code/secrets/index.ts'
import type { ConnectionRow } from './tables.ts'

/** The end of the webhook's address, and the key of its signatures; null until it is set. */
interface WebhookKeys {
  readonly token: string
  readonly secret: string | null
}

const apiKeys = sealedCredentials('payment-provider')
const webhookKeys = sealedParts<WebhookKeys>('payment-webhook')

/** Throws VaultUnavailable without a root key. */
export const sealApiKey = async (tx: Transaction, vault: Vault, id: string, apiKey: string) => {
  const { keyVersion, ciphertext } = await apiKeys.seal(tx, vault, id, apiKey)
  return { apiKeyVersion: keyVersion, apiKeyCiphertext: ciphertext, apiKeyEnding: endingOf(apiKey) }
}

/** Throws VaultUnavailable without a root key. */
export const sealWebhookKeys = async (tx: Transaction, vault: Vault, id: string, keys: WebhookKeys) => {
  const { keyVersion, ciphertext } = await webhookKeys.seal(tx, vault, id, keys)
  return { webhookKeyVersion: keyVersion, webhookCiphertext: ciphertext, hasWebhookSecret: keys.secret !== null }
}

type SealedKey<Fields extends keyof ConnectionRow> = Pick<ConnectionRow, 'id' | Fields>

/** The account of a connection; undefined if its key is gone. Throws VaultUnavailable, RootKeyMissing, or SealBroken. */
export const openAccount = async (
  tx: Transaction,
  vault: Vault,
  row: SealedKey<'apiKeyVersion' | 'apiKeyCiphertext' | 'merchantAccount' | 'livePrefix'>,
): Promise<PaymentAccount | undefined> => {
  const { id, apiKeyVersion, apiKeyCiphertext, merchantAccount, livePrefix } = row
  const apiKey = await apiKeys.open(tx, vault, id, { keyVersion: apiKeyVersion, ciphertext: apiKeyCiphertext })
  return apiKey === undefined ? undefined : { apiKey, merchantAccount, livePrefix }
}

/** The same of its webhook. */
export const openWebhookKeys = (
  tx: Transaction,
  vault: Vault,
  { id, webhookKeyVersion, webhookCiphertext }: SealedKey<'webhookKeyVersion' | 'webhookCiphertext'>,
) => webhookKeys.open(tx, vault, id, { keyVersion: webhookKeyVersion, ciphertext: webhookCiphertext })

const endingOf = (apiKey: string) => (apiKey.length >= 16 ? apiKey.slice(-4) : null)
