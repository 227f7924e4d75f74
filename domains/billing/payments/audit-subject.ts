import type { Subject } from '../../../platform/handler/index.ts'
import type { ConnectionRow } from './tables.ts'

/** The subject of this connection's audit rows and events. No key is in it. */
export const connectionAuditSubject = (
  { id, provider, isLive, merchantAccount }: ConnectionRow,
  more: object = {},
): Subject => ({
  resource: ['payment_provider', id],
  metadata: { provider, live: isLive, ...(merchantAccount !== null && { merchantAccount }), ...more },
})
