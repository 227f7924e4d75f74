import { RootKeyMissing, type Vault, VaultUnavailable } from '../../../platform/crypto/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { eventAt, presentEvent } from '../events/index.ts'
import type { AttemptResult, Message } from './send.ts'
import type { DeliveryRow, WebhookRow } from './tables.ts'
import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { sealedCredentials } from '../../code/secrets/index.ts'

/** The type of the only message that is about no event. */
export const testType = 'webhook.test'

/** A delivery as the message that is sent, or why it cannot be. */
export const messageOf = async (
  tx: Transaction,
  { vault }: { readonly vault: Vault },
  webhook: WebhookRow,
  delivery: DeliveryRow,
): Promise<Message | { readonly unsent: AttemptResult }> => {
  const { messageId } = delivery
  const data = await eventOf(tx, webhook, delivery)
  const now = await tx.now()
  if (!data) return unsent('The event is not there any more.')
  try {
    const secrets = await openSecretsOf(tx, vault, webhook, now)
    const body = JSON.stringify({ type: data.eventType, timestamp: data.occurredAt, data })
    return { url: webhook.url, body, secrets, headers: signedHeaders(secrets, { messageId, at: now, body }) }
  } catch (error) {
    if (error instanceof VaultUnavailable || error instanceof RootKeyMissing) return unsent(noKey)
    throw error
  }
}

const noKey = 'The secret of the webhook cannot be opened on this server, so nothing was signed and sent.'

const unsent = (error: string) => ({
  unsent: { durationMs: 0, responseStatus: null, responseHead: null, error, retryAfterSeconds: 0 },
})

/** The event as `listEvents` shows it to the agency. */
const eventOf = async (tx: Transaction, { id }: WebhookRow, delivery: DeliveryRow) => {
  const { eventPosition, messageId, createdAt } = delivery
  if (eventPosition === null) return { ...test, id: messageId, entityId: id, occurredAt: createdAt }
  const row = await eventAt(tx, { position: eventPosition })
  return row && presentEvent(row)
}

const test = {
  position: 0,
  eventType: testType,
  entityType: 'webhook',
  projectId: null,
  cycleId: null,
  taskId: null,
  traceId: null,
  payload: {},
}

const signingSecret = sealedCredentials('webhook')

/** A secret as Standard Webhooks writes it, with 32 random bytes, and how it is stored. Throws VaultUnavailable. */
export const makeSecret = async (tx: Transaction, vault: Vault, id: string) => {
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  return { secret, sealed: await signingSecret.seal(tx, vault, id, secret) }
}

type SealedSecrets = Pick<
  WebhookRow,
  'id' | 'keyVersion' | 'ciphertext' | 'previousKeyVersion' | 'previousCiphertext' | 'previousUntil'
>

/** The secrets that sign at this time, the newest first. Throws VaultUnavailable, RootKeyMissing, or SealBroken. */
const openSecretsOf = async (tx: Transaction, vault: Vault, row: SealedSecrets, now: Date): Promise<string[]> => {
  const open = (keyVersion: number, ciphertext: Buffer) =>
    signingSecret.open(tx, vault, row.id, { keyVersion, ciphertext })
  const newest = await open(row.keyVersion, row.ciphertext)
  const { previousKeyVersion, previousCiphertext, previousUntil } = row
  if (previousKeyVersion === null || !previousCiphertext || !previousUntil || previousUntil <= now) return [newest]
  return [newest, await open(previousKeyVersion, previousCiphertext)]
}

/** The headers of a message with one signature by each secret. Source: Standard Webhooks 1.0.0. */
export const signedHeaders = (
  secrets: readonly string[],
  { messageId, at, body }: { readonly messageId: string; readonly at: Date; readonly body: string },
) => ({
  'webhook-id': messageId,
  'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
  'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(messageId, at, body)).join(' '),
})
