import type { Static } from '../../../platform/contract/index.ts'
import type { AccessPointState, InvoiceTransmission } from './contract.ts'
import type { AccessPointId } from './rules/access-points.ts'
import { shownState } from './rules.ts'
import type { ConnectionRow, StatusRow, TransmissionRow } from './tables.ts'

/** Where an access point is to send its webhooks. */
export const webhookPath = (driver: AccessPointId, token: string) =>
  `/v1/api/client-billing/access-point/webhooks/${driver}/${token}`

/** The access point of a workspace as administrators see it. `webhookUrl` is null if it cannot be opened here. */
export const presentConnection = (
  { driver, environment, apiKeyEnding, hasWebhookSecret, noticeAt, connectedAt }: ConnectionRow,
  webhookUrl: string | null,
): Static<typeof AccessPointState> => ({
  driver,
  environment,
  apiKeyEnding,
  hasWebhookSecret,
  webhookUrl,
  lastNoticeAt: noticeAt,
  connectedAt,
})

export const noConnection: Static<typeof AccessPointState> = {
  driver: null,
  environment: null,
  apiKeyEnding: null,
  hasWebhookSecret: false,
  webhookUrl: null,
  lastNoticeAt: null,
  connectedAt: null,
}

/** A transmission with its statuses; without the access point's words to the agency for a client. */
export const presentTransmission = (
  { id, invoiceId, environment, profile, sha256, state, answer, reason, detail, createdAt }: TransmissionRow,
  statuses: readonly StatusRow[],
  isAgency: boolean,
): Static<typeof InvoiceTransmission> => ({
  id,
  invoiceId,
  environment,
  profile,
  sha256,
  state: shownState(state),
  answer,
  reason: isAgency ? reason : null,
  detail: isAgency ? detail : null,
  statuses: statuses
    .filter(({ transmissionId }) => transmissionId === id)
    .map((status) => ({ state: status.state, code: status.code, source: status.source, at: status.at })),
  createdAt,
})
