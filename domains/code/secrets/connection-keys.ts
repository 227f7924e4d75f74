import type { Vault } from '../../../platform/crypto/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { sealedCredentials, sealedParts } from './workspace-secrets.ts'

/** The end of the webhook's address, and the key of its signatures; null until it is set. */
interface WebhookKeys {
  readonly token: string
  readonly secret: string | null
}

interface SealedApiKey {
  readonly id: string
  readonly apiKeyVersion: number | null
  readonly apiKeyCiphertext: Buffer | null
}

interface SealedWebhookKeys {
  readonly id: string
  readonly webhookKeyVersion: number | null
  readonly webhookCiphertext: Buffer | null
}

/**
 * The keys of connections of one kind with a service that we call and that calls us, as columns of their table. To seal
 * throws VaultUnavailable without a root key; to open throws VaultUnavailable, RootKeyMissing, or SealBroken.
 */
export const connectionKeys = (kind: string, webhookKind: string) => {
  const apiKeys = sealedCredentials(kind)
  const webhookKeys = sealedParts<WebhookKeys>(webhookKind)
  return {
    sealApiKey: async (tx: Transaction, vault: Vault, id: string, apiKey: string) => {
      const { keyVersion, ciphertext } = await apiKeys.seal(tx, vault, id, apiKey)
      const apiKeyEnding = apiKey.length >= 16 ? apiKey.slice(-4) : null
      return { apiKeyVersion: keyVersion, apiKeyCiphertext: ciphertext, apiKeyEnding }
    },
    sealWebhookKeys: async (tx: Transaction, vault: Vault, id: string, keys: WebhookKeys) => {
      const { keyVersion, ciphertext } = await webhookKeys.seal(tx, vault, id, keys)
      return { webhookKeyVersion: keyVersion, webhookCiphertext: ciphertext, hasWebhookSecret: keys.secret !== null }
    },
    /** Undefined if the key is gone. */
    openApiKey: (tx: Transaction, vault: Vault, { id, apiKeyVersion, apiKeyCiphertext }: SealedApiKey) =>
      apiKeys.open(tx, vault, id, { keyVersion: apiKeyVersion, ciphertext: apiKeyCiphertext }),
    /** Undefined if the keys are gone. */
    openWebhookKeys: (tx: Transaction, vault: Vault, row: SealedWebhookKeys) =>
      webhookKeys.open(tx, vault, row.id, { keyVersion: row.webhookKeyVersion, ciphertext: row.webhookCiphertext }),
  }
}
