import { v7 as uuidv7 } from 'uuid'
import type { InvalidField, Static } from '../../../platform/contract/index.ts'
import { newLinkToken } from '../../../platform/crypto/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { ConnectAccessPoint } from './contract.ts'
import { openWebhookKeys, sealApiKey, sealWebhookKeys } from './keys.ts'
import type { TransmissionParts } from './parts.ts'
import { webhookPath } from './present.ts'
import { changeConnection, insertConnection } from './store.ts'
import type { ConnectionRow } from './tables.ts'

type GivenKeys = Static<typeof ConnectAccessPoint>

interface ChangedBy {
  readonly now: Date
  readonly userId: string
}

/** Faults of a first connection: its missing fields. */
export const lacksOf = ({ environment, apiKey }: GivenKeys): InvalidField[] =>
  Object.entries({ environment, apiKey }).flatMap(([name, value]) =>
    value === undefined ? [{ path: name, message: 'is needed to connect', rule: 'access-point' }] : [],
  )

/** Connects an access point for the first time; its webhook gets an address of its own. `given` lacks nothing. */
export const connect = async (
  tx: Transaction,
  { vault }: Pick<TransmissionParts, 'vault'>,
  given: GivenKeys,
  by: ChangedBy,
) => {
  const id = uuidv7()
  const { token, tokenHash } = newLinkToken()
  return insertConnection(tx, {
    id,
    driver: given.driver,
    environment: given.environment!,
    tokenHash,
    ...by,
    ...(await sealApiKey(tx, vault, id, given.apiKey!)),
    ...(await sealWebhookKeys(tx, vault, id, { token, secret: given.webhookSecret ?? null })),
  })
}

/** Changes what is given of a connection that the caller holds; its address and its environment stay. */
export const reconnect = async (
  tx: Transaction,
  { vault }: Pick<TransmissionParts, 'vault'>,
  { before, given }: { readonly before: ConnectionRow; readonly given: GivenKeys },
  by: ChangedBy,
) => {
  const { id, apiKeyVersion, apiKeyCiphertext, apiKeyEnding } = before
  const webhook = (await openWebhookKeys(tx, vault, before))!
  return changeConnection(tx, {
    id,
    ...by,
    ...(given.apiKey === undefined
      ? { apiKeyVersion, apiKeyCiphertext, apiKeyEnding }
      : await sealApiKey(tx, vault, id, given.apiKey)),
    ...(await sealWebhookKeys(tx, vault, id, { ...webhook, secret: given.webhookSecret ?? webhook.secret })),
  })
}

/** Where the access point is to send its webhooks; null if the vault of this server does not open it. */
export const webhookUrlOf = async (tx: Transaction, { vault, linkTo }: TransmissionParts, row: ConnectionRow) => {
  const keys = vault.available ? await openWebhookKeys(tx, vault, row) : undefined
  return keys ? linkTo(webhookPath(row.driver, keys.token)) : null
}
