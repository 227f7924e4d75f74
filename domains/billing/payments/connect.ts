import { v7 as uuidv7 } from 'uuid'
import { newLinkToken } from '../../../platform/crypto/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { openWebhookKeys, sealApiKey, sealWebhookKeys } from './keys.ts'
import type { PaymentParts } from './parts.ts'
import { webhookPath } from './present.ts'
import { isLiveBy, type GivenKeys } from './rules/keys.ts'
import { changeConnection, insertConnection } from './store.ts'
import type { ConnectionRow } from './tables.ts'

interface ChangedBy {
  readonly now: Date
  readonly userId: string
}

/** Connects a provider for the first time; its webhook gets an address of its own. */
export const connect = async (
  tx: Transaction,
  { vault }: Pick<PaymentParts, 'vault'>,
  given: GivenKeys,
  by: ChangedBy,
) => {
  const id = uuidv7()
  const { token, tokenHash } = newLinkToken()
  const connection = {
    id,
    provider: given.provider,
    ...by,
    isLive: isLiveBy(given, false),
    merchantAccount: given.merchantAccount ?? null,
    livePrefix: given.livePrefix ?? null,
    ...(await sealApiKey(tx, vault, id, given.apiKey!)),
    ...(await sealWebhookKeys(tx, vault, id, { token, secret: given.webhookSecret ?? null })),
  }
  return insertConnection(tx, connection, tokenHash)
}

/** Changes what is given of a connection that the caller holds; its address stays. */
export const reconnect = async (
  tx: Transaction,
  { vault }: Pick<PaymentParts, 'vault'>,
  { before, given }: { readonly before: ConnectionRow; readonly given: GivenKeys },
  by: ChangedBy,
) => {
  const { id, apiKeyVersion, apiKeyCiphertext, apiKeyEnding } = before
  const webhook = (await openWebhookKeys(tx, vault, before))!
  return changeConnection(tx, {
    id,
    ...by,
    isLive: isLiveBy(given, before.isLive),
    merchantAccount: given.merchantAccount ?? before.merchantAccount,
    livePrefix: given.livePrefix === undefined ? before.livePrefix : given.livePrefix,
    ...(given.apiKey === undefined
      ? { apiKeyVersion, apiKeyCiphertext, apiKeyEnding }
      : await sealApiKey(tx, vault, id, given.apiKey)),
    ...(await sealWebhookKeys(tx, vault, id, { ...webhook, secret: given.webhookSecret ?? webhook.secret })),
  })
}

/** Where the provider is to send its webhooks; null if the vault of this server does not open it. */
export const webhookUrlOf = async (tx: Transaction, { vault, linkTo }: PaymentParts, row: ConnectionRow) => {
  const keys = vault.available ? await openWebhookKeys(tx, vault, row) : undefined
  return keys ? linkTo(webhookPath(row.provider, keys.token)) : null
}
