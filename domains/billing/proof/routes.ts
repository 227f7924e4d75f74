import type { ProofParts } from './build-proof.ts'
import getClientInvoiceProof from './operations/get-client-invoice-proof.ts'
import getDeliverableProof from './operations/get-deliverable-proof.ts'

export default (parts: ProofParts) => ({
  getClientInvoiceProof: getClientInvoiceProof(parts),
  getDeliverableProof: getDeliverableProof(parts),
})
