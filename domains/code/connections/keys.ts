import { v7 as uuidv7 } from 'uuid'
import { newLinkToken, type Vault } from '../../../platform/crypto/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { sealedCredentials, sealedParts } from '../secrets/index.ts'
import { record } from '../../../platform/audit/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import { inWorkspacesOf, type ScheduledContext } from '../../../platform/jobs/index.ts'
import type { endingTokens } from './store.ts'

/** The end of the webhook's address, and the key of its signatures; null until it is set. */
interface WebhookKeys {
  readonly token: string
  readonly secret: string | null
  /** Previous keys, newest first, each accepted until a time, in the form of `toISOString`. */
  readonly former?: readonly { readonly secret: string; readonly until: string }[]
}
const formerMost = 4

/** The keys by which a webhook may be signed at a time, the present one first. */
export const webhookSecretsAt = ({ secret, former = [] }: WebhookKeys, now: Date): readonly string[] => {
  const accepted = former.filter(({ until }) => new Date(until) > now).map((one) => one.secret)
  return secret === null ? accepted : [secret, ...accepted]
}

/** Reads a webhook with each key by which it may be signed now. Undefined if it is signed by none of them. */
export const readSigned = <T>(
  keys: WebhookKeys | undefined,
  now: Date,
  read: (secret: string) => T | undefined,
): T | undefined => keys && webhookSecretsAt(keys, now).map(read).find(Boolean)

/** Until when the previous key is accepted; null to refuse it at once. */
interface Handover {
  readonly now: Date
  readonly until: Date | null
}

/** The keys with another secret for signatures. */
export const withSecret = (keys: WebhookKeys, secret: string, { now, until }: Handover): WebhookKeys => {
  if (secret === keys.secret) return keys
  const { token } = keys
  const former = (keys.former ?? []).filter((one) => new Date(one.until) > now && one.secret !== secret)
  const last = keys.secret !== null && until && until > now ? [{ secret: keys.secret, until: until.toISOString() }] : []
  return { token, secret, former: [...last, ...former].slice(0, formerMost) }
}

interface SealedApiKey {
  readonly id: string
  readonly apiKeyVersion: number | null
  readonly apiKeyCiphertext: Buffer | null
  readonly apiKeyEnding: string | null
}

interface SealedWebhookKeys {
  readonly id: string
  readonly webhookKeyVersion: number | null
  readonly webhookCiphertext: Buffer | null
}

interface KeyChange {
  readonly apiKey?: string
  readonly webhookSecret?: string
}

/** The visible end of a key; null for a short key, since four characters would show much of it. */
export const endingOf = (apiKey: string) => (apiKey.length >= 16 ? apiKey.slice(-4) : null)

/**
 * The keys of a kind of connection with a service that we call and that calls us, as columns of their table. To seal
 * throws VaultUnavailable without a root key; to open throws VaultUnavailable, RootKeyMissing, or SealBroken.
 */
export const connectionKeys = (kind: string, webhookKind: string) => {
  const apiKeys = sealedCredentials(kind)
  const webhookKeys = sealedParts<WebhookKeys>(webhookKind)
  const sealApiKey = async (tx: Transaction, vault: Vault, id: string, apiKey: string) => {
    const { keyVersion, ciphertext } = await apiKeys.seal(tx, vault, id, apiKey)
    return { apiKeyVersion: keyVersion, apiKeyCiphertext: ciphertext, apiKeyEnding: endingOf(apiKey) }
  }
  const sealWebhookKeys = async (tx: Transaction, vault: Vault, id: string, keys: WebhookKeys) => {
    const { keyVersion, ciphertext } = await webhookKeys.seal(tx, vault, id, keys)
    return { webhookKeyVersion: keyVersion, webhookCiphertext: ciphertext, hasWebhookSecret: keys.secret !== null }
  }
  /** Opens the keys of webhooks; undefined if they were deleted. */
  const openWebhookKeys = (tx: Transaction, vault: Vault, row: SealedWebhookKeys) =>
    webhookKeys.open(tx, vault, row.id, { keyVersion: row.webhookKeyVersion, ciphertext: row.webhookCiphertext })
  return {
    openWebhookKeys,
    /** Opens the API key; undefined if it was deleted. */
    openApiKey: (tx: Transaction, vault: Vault, row: Omit<SealedApiKey, 'apiKeyEnding'>) =>
      apiKeys.open(tx, vault, row.id, { keyVersion: row.apiKeyVersion, ciphertext: row.apiKeyCiphertext }),
    /** A new connection, whose webhook is found by the token of `tokenHash`. */
    newKeys: async (
      tx: Transaction,
      vault: Vault,
      { apiKey, webhookSecret }: KeyChange & { readonly apiKey: string },
    ) => {
      const id = uuidv7()
      const { token, tokenHash } = newLinkToken()
      const webhook = await sealWebhookKeys(tx, vault, id, { token, secret: webhookSecret ?? null })
      return { id, tokenHash, ...(await sealApiKey(tx, vault, id, apiKey)), ...webhook }
    },
    /** The keys of a connection that the caller holds; omitted ones and the address stay as they were. */
    changedKeys: async (
      tx: Transaction,
      vault: Vault,
      before: SealedApiKey & SealedWebhookKeys,
      { apiKey, webhookSecret }: KeyChange,
      handover: Handover,
    ) => {
      const { id, apiKeyVersion, apiKeyCiphertext, apiKeyEnding } = before
      const webhook = (await openWebhookKeys(tx, vault, before))!
      const changedWebhook = webhookSecret === undefined ? webhook : withSecret(webhook, webhookSecret, handover)
      return {
        id,
        ...(apiKey === undefined
          ? { apiKeyVersion, apiKeyCiphertext, apiKeyEnding }
          : await sealApiKey(tx, vault, id, apiKey)),
        ...(await sealWebhookKeys(tx, vault, id, changedWebhook)),
      }
    },
    /** The end of the webhook's address; undefined if the vault of this server does not open it. */
    webhookTokenOf: async (tx: Transaction, vault: Vault, row: SealedWebhookKeys) =>
      vault.available ? (await openWebhookKeys(tx, vault, row))?.token : undefined,
  }
}

const rowsAtOnce = 200

/** Records an event a week before the token of a connection ends. */
export const warnOfEnds = async (
  { database }: { readonly database: Database },
  kind: 'code_host' | 'tracker',
  ending: ReturnType<typeof endingTokens>,
  context: ScheduledContext,
): Promise<void> => {
  const due = await database.identity((tx) => ending.due(tx, rowsAtOnce))
  const warn = ({ workspaceId, id }: (typeof due)[number]) =>
    database.within(workspaceId, async (tx) => {
      const row = await ending.warn(tx, id, await tx.now())
      if (!row?.expiresAt) return
      const payload = { name: row.name, tokenExpiresAt: row.expiresAt.toISOString() }
      record(tx, undefined, { name: `${kind}.token_ends`, entity: [kind, id], payload })
    })
  await inWorkspacesOf(due, warn, context, { failure: 'Warning of a token that ends broke off; will retry' })
}

/** Tests whether a connection leads to an account, or returns the problem. Rejects with errors that are no `Failure`. */
export const testConnection = async <Account>(
  account: Promise<Account>,
  Failure: abstract new (...args: never[]) => Error,
) => {
  try {
    return { works: true, account: await account, problem: null }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { works: false, account: null, problem: error.message }
  }
}
