import { Type } from 'typebox'
import { bytes, contract, operation, resource, to, conflict } from '../../../platform/contract/index.ts'
import { Id, maybe, namedObject, oneOf, Sha256, text, Time } from '../../../platform/contract/schema.ts'
import { noVault } from '../../code/secrets/contract/refusals.ts'
import {
  accessPointEnvironments,
  accessPointIds,
  answerCodes,
  transmissionReasons,
  transmissionStates,
} from './rules.ts'
import { getClientInvoiceXml } from '../documents/contract.ts'

const { hidden, notReconciled, thousandths, deliveryUnknown, mixedWithUntaxed, lacking } = getClientInvoiceXml.errors

const notConnected = conflict({
  code: 'access_point_not_connected',
  message: 'No access point is connected. Connect one first.',
})

/** Why an invoice is not handed over. */
const handOverErrors = {
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

/** Limit of a delivery; the events of e-invoice.be have some hundred bytes. */
export const noticeMostBytes = 65_536

const visible = '^[\\x21-\\x7e]+$'

export const AccessPointState = namedObject('AccessPointState', {
  driver: maybe(oneOf(accessPointIds)),
  environment: maybe(oneOf(accessPointEnvironments)),
  apiKeyEnding: maybe(Type.String()),
  hasWebhookSecret: Type.Boolean(),
  webhookUrl: maybe(Type.String()),
  lastNoticeAt: maybe(Time),
  connectedAt: maybe(Time),
})

export const ConnectAccessPoint = namedObject('ConnectAccessPoint', {
  driver: oneOf(accessPointIds),
  environment: Type.Optional(oneOf(accessPointEnvironments)),
  apiKey: Type.Optional(
    text(1, 500, {
      pattern: visible,
      examples: ['key_k3Zq0v'],
      description: 'The key of the access point; left out, the stored one stays. It is shown nowhere.',
    }),
  ),
  webhookSecret: Type.Optional(text(8, 500, { pattern: visible, examples: ['8sQ2x0v1c5'] })),
})

const TransmissionStatus = namedObject('InvoiceTransmissionStatus', {
  state: oneOf(transmissionStates),
  code: Type.String({ examples: ['SENT'] }),
  source: oneOf(['person', 'access_point', 'server']),
  at: Time,
})

export const InvoiceTransmission = namedObject('InvoiceTransmission', {
  id: Id,
  invoiceId: Id,
  environment: oneOf(accessPointEnvironments),
  profile: oneOf(['peppol']),
  sha256: Sha256,
  state: oneOf(transmissionStates),
  answer: maybe(oneOf(answerCodes)),
  reason: maybe(oneOf(transmissionReasons)),
  detail: maybe(Type.String()),
  statuses: Type.Array(TransmissionStatus),
  createdAt: Time,
})

const InvoiceTransmissions = namedObject('InvoiceTransmissions', {
  environment: maybe(oneOf(accessPointEnvironments)),
  reach: maybe(oneOf(['reachable', 'notThere', 'unknown'])),
  transmissions: Type.Array(InvoiceTransmission),
})

const access = to('administrator')
const path = '/v1/api/client-billing/access-point'

export const getAccessPoint = operation({
  method: 'GET',
  path,
  summary: 'Read the workspace’s access point to the network Peppol and its webhook address',
  reach: 'call',
  access,
  replies: { 200: AccessPointState },
  audit: { refusals: 'access_point.get' },
  reads: { access_point: 'all' },
})

export const connectAccessPoint = operation({
  method: 'PUT',
  path,
  summary:
    'Connect an access point for tests or for live invoices, or update its keys. Omitted fields stay as they are',
  reach: { page: '/invoices/identity' },
  access,
  body: ConnectAccessPoint,
  replies: { 200: AccessPointState },
  errors: {
    otherEnvironment: conflict({
      code: 'other_access_point_connected',
      message: 'A connection of the other environment is in use. Disconnect it first.',
    }),
    noVault,
  },
  audit: {
    action: 'access_point.connect',
    category: 'update',
    severity: 'notice',
    event: 'access_point.connected',
  },
  replay: false,
})

export const disconnectAccessPoint = operation({
  method: 'DELETE',
  path,
  summary: 'Disconnect the access point. Invoices that it did not send yet are not sent',
  reach: { page: '/invoices/identity' },
  access,
  replies: { 200: AccessPointState },
  errors: { notConnected },
  audit: {
    action: 'access_point.disconnect',
    category: 'delete',
    severity: 'notice',
    event: 'access_point.disconnected',
  },
})

const ofInvoice = '/v1/api/client-billing/invoices/{id}/transmissions'

export const handOverClientInvoice = operation({
  method: 'POST',
  path: ofInvoice,
  summary: 'Hand an issued invoice over to the network Peppol, or again if that failed',
  reach: { page: '/invoices/{id}' },
  access: to('agency'),
  replies: { 201: InvoiceTransmission },
  errors: handOverErrors,
  audit: { action: 'client_invoice.hand_over', category: 'execute', event: 'client_invoice.hand_over_begun' },
})

export const getClientInvoiceTransmissions = operation({
  method: 'GET',
  path: ofInvoice,
  summary: 'Read how an invoice travels through the network Peppol, and whether its receiver is found there',
  clientPortal: true,
  reach: 'call',
  access: to('participant', resource('payable_invoice', 'params.id')),
  query: Type.Object({
    reach: Type.Optional(
      Type.Boolean({ default: false, description: 'Asks the network for the receiver; only for the agency' }),
    ),
  }),
  replies: { 200: InvoiceTransmissions },
  audit: { refusals: 'client_invoice.get_transmissions' },
  reads: { client_invoice: 'entityId', access_point: 'all' },
  effect: 'outside',
})

export const takeAccessPointNotice = operation({
  method: 'POST',
  path: '/v1/api/client-billing/access-point/webhooks/{driver}/{token}',
  summary: 'Receive a signed webhook of an access point. It only makes the server ask for the state',
  workspace: 'none',
  reach: 'transfer',
  access: to('public'),
  body: bytes('application/json'),
  bodyLimit: noticeMostBytes,
  replies: { 200: namedObject('AccessPointNoticeTaken', { received: Type.Literal(true) }) },
  errors: {
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
    noVault,
  },
  audit: {
    none: 'A webhook is a reason to ask the access point. Its answer is recorded if it changes something.',
    elsewhere: ['client_invoice.transmit'],
  },
  replay: false,
  effect: 'outside',
})

export const transmissions = contract({
  getAccessPoint,
  connectAccessPoint,
  disconnectAccessPoint,
  handOverClientInvoice,
  getClientInvoiceTransmissions,
  takeAccessPointNotice,
})
