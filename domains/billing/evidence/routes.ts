import getClientInvoiceEvidence from './operations/get-client-invoice-evidence.ts'
import getClientInvoiceEvidencePdf from './operations/get-client-invoice-evidence-pdf.ts'
import getPortalInvoiceEvidence from './operations/get-portal-invoice-evidence.ts'
import getPortalInvoiceEvidencePdf from './operations/get-portal-invoice-evidence-pdf.ts'

export default () => ({
  getClientInvoiceEvidence,
  getClientInvoiceEvidencePdf,
  getPortalInvoiceEvidence,
  getPortalInvoiceEvidencePdf,
})
