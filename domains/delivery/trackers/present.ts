import type { Static } from '../../../platform/contract/index.ts'
import type { ProjectTracker, Tracker } from './contract.ts'
import type { TrackerLinkRow, TrackerRow } from './tables.ts'

export const webhookPath = (token: string): string => `/v1/api/trackers/deliveries/${token}`

/** `webhookUrl` is null if this server cannot open it, and for callers that may not see it. */
export const presentTracker = (row: TrackerRow, webhookUrl: string | null): Static<typeof Tracker> => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  hasWebhookSecret: row.hasWebhookSecret,
  webhookUrl,
  tokenExpiresAt: row.tokenExpiresAt,
  renewsItself: row.nextRenewalAt !== null,
  renewalError: row.renewalError,
  lastDeliveryAt: row.lastDeliveryAt,
  createdAt: row.createdAt,
})

export const trackerAuditSubject = ({ id, kind, name }: TrackerRow, more: object = {}) => ({
  resource: ['tracker', id] as const,
  metadata: { kind, name, ...more },
})

export const presentLink = (row: TrackerLinkRow | undefined): Static<typeof ProjectTracker> => {
  if (!row) return { source: null, trackerId: null, teamKey: null, error: null, linkedAt: null }
  const { trackerId, teamKey, error, linkedAt } = row
  return { source: trackerId === null ? 'code_host' : 'linear', trackerId, teamKey, error, linkedAt }
}
