import { conflict } from '../../../../platform/contract/index.ts'
import { getClientInvoiceXml } from '../../documents/contract.ts'

const { hidden, notReconciled, thousandths, deliveryUnknown, mixedWithUntaxed, lacking } = getClientInvoiceXml.errors

const notConnected = conflict({
  code: 'access_point_not_connected',
  message: 'No access point is connected. Connect one first.',
})

/** Why an access point is not connected or disconnected. */
export const connectionErrors = {
  otherEnvironment: conflict({
    code: 'other_access_point_connected',
    message: 'A connection of the other environment is in use. Disconnect it first.',
  }),
  notConnected,
} as const

/** Why an invoice is not handed over. */
export const handOverErrors = {
  hidden,
  notReconciled,
  thousandths,
  deliveryUnknown,
  mixedWithUntaxed,
  lacking,
  notConnected,
  notIssued: conflict({
    code: 'invoice_not_issued',
    message: 'This invoice was never issued, so it has nothing to hand over. Issue it first.',
  }),
  isVoid: conflict({
    code: 'invoice_is_void',
    message: 'This invoice is void and is not handed over. Hand over its replacement.',
  }),
  otherProfile: conflict({
    code: 'invoice_not_for_peppol',
    message:
      'The client of this invoice has another profile than that of Peppol. Download the file and send it; for France, hand it over at your platform.',
  }),
  handedOver: conflict({
    code: 'invoice_handed_over',
    message: 'This invoice was handed over already. Only a failed invoice is handed over again.',
  }),
} as const

/** Why a webhook is not taken. */
export const noticeErrors = {
  unknown: {
    status: 404,
    code: 'access_point_webhook_not_found',
    message: 'No webhook of an access point has this address. Copy it from the access point of the workspace.',
  },
  unsigned: {
    status: 400,
    code: 'access_point_notice_not_signed',
    message: 'The signature does not match the body. The notification was ignored.',
  },
} as const
