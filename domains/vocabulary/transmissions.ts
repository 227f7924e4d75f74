import type { Words } from '../../platform/contract/vocabulary.ts'

/** Properties of access points, and of invoices that are handed over to them. */
export const transmissions: Words = {
  driver: 'The access point.',
  environment:
    '`test` calls only the vendor’s address for tests, `live` only its live address; null without a connection.',
  hasWebhookSecret: 'Whether the secret of the webhook is stored; without it, the state is asked for by a schedule.',
  received: 'Always true.',
  'ConnectAccessPoint.environment': 'Needed to connect; it stays as long as the connection.',
  'ConnectAccessPoint.webhookSecret': 'The secret that the vendor made for the webhook.',
  'AccessPointState.webhookUrl': [
    'Where the access point is to send its webhooks; null if this server cannot open it.',
    'https://atelier.example.com/v1/api/client-billing/access-point/webhooks/e-invoice-be/3Zq0vO',
  ],
  'InvoiceTransmission.answer':
    'The answer of the buyer by Peppol’s Invoice Response: `AB` received, `IP` in process, `UQ` in query, `CA` accepted with conditions, `AP` accepted, `RE` refused, `PD` paid; null before, and if the access point sends no code.',
  'InvoiceTransmission.detail': [
    'The access point’s words about the trouble; null without any, and for clients.',
    '503',
  ],
  'InvoiceTransmission.invoiceId': 'The invoice that is handed over.',
  'InvoiceTransmission.profile': 'The profile of the document.',
  'InvoiceTransmission.reason':
    'Why it failed, or waits: `disconnected`, `invoice_void`, `no_answer` in three days, `refused` and `not_delivered` by the access point, `unavailable` for now; null without trouble, and for clients.',
  'InvoiceTransmission.state':
    '`waiting`, `handed_over` once the access point sends it, `delivered` once the buyer’s access point took it, `answered` by the buyer, or `failed`.',
  'InvoiceTransmission.statuses': 'The known statuses, oldest first.',
  'InvoiceTransmissionStatus.at': 'The time of the status, by the access point if it sends one.',
  'InvoiceTransmissionStatus.code': 'The access point’s own name of the state, or the code of the answer.',
  'InvoiceTransmissionStatus.source': 'The source: a `person`, the `access_point`, or this `server`.',
  'InvoiceTransmissionStatus.state': 'The state that it led to.',
  'InvoiceTransmissions.reach':
    'Whether the receiver takes invoices in the network: `reachable`, `notThere`, or `unknown`; null if it was not asked.',
  transmissions: 'The documents of the invoice that were handed over, newest first; clients see only live ones.',
}
