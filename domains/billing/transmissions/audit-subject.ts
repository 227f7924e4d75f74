import type { Subject } from '../../../platform/handler/index.ts'
import type { ConnectionRow, TransmissionRow } from './tables.ts'

/** The subject of this connection's audit rows and events. No key is in it. */
export const connectionAuditSubject = ({ id, driver, environment }: ConnectionRow, more: object = {}): Subject => ({
  resource: ['access_point', id],
  metadata: { driver, environment, ...more },
})

/** The facts about a transmission in audit rows. */
export const transmissionDetails = ({ id, sha256, profile, driver, environment }: TransmissionRow) => ({
  transmissionId: id,
  sha256,
  profile,
  driver,
  environment,
})
