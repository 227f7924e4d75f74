import type { Subject } from '../../../platform/handler/index.ts'
import type { ConnectionRow } from './tables.ts'

/** What an audit row and an event of this connection are about. No key is in it. */
export const connectionAuditSubject = (
  { id, provider, isLive, merchantAccount }: ConnectionRow,
  more: object = {},
): Subject => ({
  resource: ['payment_provider', id],
  metadata: { provider, live: isLive, ...(merchantAccount !== null && { merchantAccount }), ...more },
})
