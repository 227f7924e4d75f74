import type { Static } from '../../../platform/contract/index.ts'
import type { PaymentNotice, PaymentProviderState } from './contract.ts'
import type { PaymentProvider } from './rules.ts'
import type { ListedNotice } from './store-notices.ts'
import type { ConnectionRow } from './tables.ts'

/** Where a provider is to send its webhooks. */
export const webhookPath = (provider: PaymentProvider, token: string) =>
  `/v1/api/client-billing/webhooks/${provider}/${token}`

/** The provider of a workspace as administrators see it. `webhookUrl` is null if it cannot be opened here. */
export const presentConnection = (
  { provider, isLive, merchantAccount, livePrefix, apiKeyEnding, ...row }: ConnectionRow,
  webhookUrl: string | null,
): Static<typeof PaymentProviderState> => ({
  provider,
  live: isLive,
  merchantAccount,
  livePrefix,
  apiKeyEnding,
  takesPayments: row.hasWebhookSecret,
  webhookUrl,
  lastNoticeAt: row.noticeAt,
  connectedAt: row.connectedAt,
})

export const noConnection: Static<typeof PaymentProviderState> = {
  provider: null,
  live: false,
  merchantAccount: null,
  livePrefix: null,
  apiKeyEnding: null,
  takesPayments: false,
  webhookUrl: null,
  lastNoticeAt: null,
  connectedAt: null,
}

export const presentNotice = ({
  connectionId: _,
  checkoutId: __,
  ...shown
}: ListedNotice): Static<typeof PaymentNotice> => shown
