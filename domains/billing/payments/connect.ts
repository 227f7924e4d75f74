import type { ChangedBy, Transaction } from '../../../platform/db/transaction.ts'
import { changedKeys, newKeys, webhookTokenOf } from './keys.ts'
import { accountBy, type GivenKeys } from './rules/keys.ts'
import { lastOpenUntil } from './store-checkouts.ts'
import { changeConnection, insertConnection, type ListedNotice } from './store.ts'
import type { ConnectionRow } from './tables.ts'
import type { Payments } from '../../../execution/payments/index.ts'
import type { Vault } from '../../../platform/crypto/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { Mailer } from '../../../platform/mail/index.ts'
import type { Static } from '../../../platform/contract/index.ts'
import type { PaymentProviderState } from './contract.ts'

/** Connects a provider for the first time; its webhook gets an address of its own. `given` lacks nothing. */
export const connect = async (
  tx: Transaction,
  { vault }: Pick<PaymentParts, 'vault'>,
  given: GivenKeys,
  by: ChangedBy,
) => {
  const { tokenHash, ...keys } = await newKeys(tx, vault, { ...given, apiKey: given.apiKey! })
  return insertConnection(tx, { ...by, ...keys, provider: given.provider, ...accountBy(given) }, tokenHash)
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
    ...(await changedKeys(tx, vault, before, given, {
      now: by.now,
      ...(await lastOpenUntil(tx, { connectionId: before.id })),
    })),
    ...accountBy(given, before),
  })

/** Where the provider is to send its webhooks; null if the vault of this server does not open it. */
export const webhookUrlOf = async (tx: Transaction, { vault, linkTo }: PaymentParts, row: ConnectionRow) => {
  const token = await webhookTokenOf(tx, vault, row)
  return token === undefined ? null : linkTo(`/v1/api/client-billing/webhooks/${row.provider}/${token}`)
}

export interface PaymentParts {
  readonly database: Database
  readonly vault: Vault
  readonly payments: Payments
  readonly mailer: Pick<Mailer, 'queueMail' | 'deliver'>
  /** The whole address of a path of this server. */
  readonly linkTo: (path: string) => string
}

/**
 * The provider of a workspace as administrators see it; undefined if none is connected. `webhookUrl` is null if it cannot
 * be opened here.
 */
export const presentConnection = (
  row: ConnectionRow | undefined,
  webhookUrl: string | null,
): Static<typeof PaymentProviderState> => ({
  provider: row?.provider ?? null,
  live: row?.isLive ?? false,
  merchantAccount: row?.merchantAccount ?? null,
  livePrefix: row?.livePrefix ?? null,
  apiKeyEnding: row?.apiKeyEnding ?? null,
  takesPayments: row?.hasWebhookSecret ?? false,
  webhookUrl,
  lastNoticeAt: row?.noticeAt ?? null,
  connectedAt: row?.connectedAt ?? null,
})

export const presentNotice = ({ connectionId: _, checkoutId: __, ...shown }: ListedNotice) => shown
