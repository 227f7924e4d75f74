import { bytes, contract, operation, resource, to, toThoseWho } from '../../../platform/contract/index.ts'

const file = bytes('application/vnd.dev.sigstore.bundle.v0.3+json', { 'cache-control': 'private, no-cache' })

const tooLarge = {
  status: 422,
  code: 'proof_too_large',
  message: 'This has more rows in the audit log than one proof takes. Prove its parts one by one.',
} as const
const broken = {
  status: 500,
  code: 'proof_log_broken',
  message: 'The audit log does not hold, so nothing is proved by it. Tell the operator.',
} as const

export const getClientInvoiceProof = operation({
  method: 'GET',
  path: '/v1/api/client-billing/invoices/{id}/proof',
  summary: 'Download the proof of an issued invoice: from each line back to approval, merge, run and key, signed',
  clientPortal: true,
  reach: 'transfer',
  access: { ...to('participant', resource('payable_invoice', 'params.id')), scope: 'read' },
  effect: 'outside',
  replay: false,
  replies: { 200: file },
  errors: { tooLarge, broken },
  audit: { action: 'client_invoice.prove', category: 'export' },
})

export const getDeliverableProof = operation({
  method: 'GET',
  path: '/v1/api/deliverables/{cycleId}/proof',
  summary: 'Download the proof of a published deliverable: from its decisions back to merge, run and key, signed',
  clientPortal: true,
  reach: 'transfer',
  access: { ...toThoseWho('view', 'deliverable', 'params.cycleId'), scope: 'read' },
  effect: 'outside',
  replay: false,
  replies: { 200: file },
  errors: { tooLarge, broken },
  audit: { action: 'deliverable.prove', category: 'export' },
})

export const proof = contract({ getClientInvoiceProof, getDeliverableProof })
