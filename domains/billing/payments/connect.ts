import type { Transaction } from '../../../platform/db/transaction.ts'
import { changedKeys, newKeys, webhookTokenOf } from './keys.ts'
import type { PaymentParts } from './parts.ts'
import { webhookPath } from './present.ts'
import { accountBy, type GivenKeys } from './rules/keys.ts'
import { lastOpenUntil } from './store-checkouts.ts'
import { changeConnection, insertConnection } from './store.ts'
import type { ConnectionRow } from './tables.ts'

interface ChangedBy {
  readonly now: Date
  readonly userId: string
}

/** Connects a provider for the first time; its webhook gets an address of its own. `given` lacks nothing. */
export const connect = async (
  tx: Transaction,
  { vault }: Pick<PaymentParts, 'vault'>,
  given: GivenKeys,
  by: ChangedBy,
) => {
  const { tokenHash, ...keys } = await newKeys(tx, vault, { ...given, apiKey: given.apiKey! })
  const connection = {
    ...by,
    ...keys,
    provider: given.provider,
    ...accountBy(given),
  }
  return insertConnection(tx, connection, tokenHash)
}

/**
 * Changes the given values of a connection that the caller has locked; its address stays. The previous webhook secret
 * is accepted until the open checkouts are over.
 */
export const reconnect = async (
  tx: Transaction,
  { vault }: Pick<PaymentParts, 'vault'>,
  { before, given }: { readonly before: ConnectionRow; readonly given: GivenKeys },
  by: ChangedBy,
) =>
  changeConnection(tx, {
    ...by,
    ...(await changedKeys(tx, vault, before, given, { now: by.now, until: await lastOpenUntil(tx, before.id) })),
    ...accountBy(given, before),
  })

/** Where the provider is to send its webhooks; null if the vault of this server does not open it. */
export const webhookUrlOf = async (tx: Transaction, { vault, linkTo }: PaymentParts, row: ConnectionRow) => {
  const token = await webhookTokenOf(tx, vault, row)
  return token === undefined ? null : linkTo(webhookPath(row.provider, token))
}
