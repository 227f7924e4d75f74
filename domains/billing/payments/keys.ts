import type { PaymentAccount } from '../../../execution/payments/index.ts'
import type { Vault } from '../../../platform/crypto/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { openForWorkspace, sealForWorkspace } from '../../code/secrets/index.ts'
import type { ConnectionRow } from './tables.ts'

/** The end of the webhook's address, and the key of its signatures; null until it is set. */
interface WebhookKeys {
  readonly token: string
  readonly secret: string | null
}

// Under the id: what belonged to a connection that was ended opens at no later one's place.
const apiKeyOf = (id: string) => ({ kind: 'payment-provider', name: id })
const webhookOf = (id: string) => ({ kind: 'payment-webhook', name: id })

/** Throws VaultUnavailable without a root key. */
export const sealApiKey = async (tx: Transaction, vault: Vault, id: string, apiKey: string) => {
  const { keyVersion, ciphertext } = await sealForWorkspace(tx, vault, apiKeyOf(id), apiKey)
  return { apiKeyVersion: keyVersion, apiKeyCiphertext: ciphertext, apiKeyEnding: endingOf(apiKey) }
}

/** Throws VaultUnavailable without a root key. */
export const sealWebhookKeys = async (tx: Transaction, vault: Vault, id: string, keys: WebhookKeys) => {
  const { keyVersion, ciphertext } = await sealForWorkspace(tx, vault, webhookOf(id), JSON.stringify(keys))
  return { webhookKeyVersion: keyVersion, webhookCiphertext: ciphertext, hasWebhookSecret: keys.secret !== null }
}

type SealedKey<Fields extends keyof ConnectionRow> = Pick<ConnectionRow, 'id' | Fields>

/** The account of a connection; undefined where its key is gone. Throws VaultUnavailable, RootKeyMissing, or SealBroken. */
export const openAccount = async (
  tx: Transaction,
  vault: Vault,
  row: SealedKey<'apiKeyVersion' | 'apiKeyCiphertext' | 'merchantAccount' | 'livePrefix'>,
): Promise<PaymentAccount | undefined> => {
  const { id, apiKeyVersion, apiKeyCiphertext, merchantAccount, livePrefix } = row
  if (apiKeyVersion === null || apiKeyCiphertext === null) return undefined
  const sealed = { keyVersion: apiKeyVersion, ciphertext: apiKeyCiphertext }
  return { apiKey: await openForWorkspace(tx, vault, apiKeyOf(id), sealed), merchantAccount, livePrefix }
}

/** The same of its webhook. */
export const openWebhookKeys = async (
  tx: Transaction,
  vault: Vault,
  { id, webhookKeyVersion, webhookCiphertext }: SealedKey<'webhookKeyVersion' | 'webhookCiphertext'>,
): Promise<WebhookKeys | undefined> => {
  if (webhookKeyVersion === null || webhookCiphertext === null) return undefined
  const sealed = { keyVersion: webhookKeyVersion, ciphertext: webhookCiphertext }
  return JSON.parse(await openForWorkspace(tx, vault, webhookOf(id), sealed)) as WebhookKeys
}

const endingOf = (apiKey: string) => (apiKey.length >= 16 ? apiKey.slice(-4) : null)
