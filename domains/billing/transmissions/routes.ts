import connectAccessPoint from './operations/connect-access-point.ts'
import disconnectAccessPoint from './operations/disconnect-access-point.ts'
import getAccessPoint from './operations/get-access-point.ts'
import getClientInvoiceTransmissions from './operations/get-client-invoice-transmissions.ts'
import handOverClientInvoice from './operations/hand-over-client-invoice.ts'
import takeAccessPointNotice from './operations/take-access-point-notice.ts'
import type { TransmissionParts } from './parts.ts'

export default (parts: TransmissionParts) => ({
  connectAccessPoint: connectAccessPoint(parts),
  disconnectAccessPoint,
  getAccessPoint: getAccessPoint(parts),
  getClientInvoiceTransmissions: getClientInvoiceTransmissions(parts),
  handOverClientInvoice,
  takeAccessPointNotice: takeAccessPointNotice(parts),
})
