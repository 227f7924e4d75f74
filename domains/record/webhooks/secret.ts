import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import type { Vault } from '../../../platform/crypto/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { sealedCredentials } from '../../code/secrets/index.ts'
import type { WebhookRow } from './tables.ts'

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
export const openSecretsOf = async (
  tx: Transaction,
  vault: Vault,
  row: SealedSecrets,
  now: Date,
): Promise<string[]> => {
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
