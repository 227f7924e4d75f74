import getClientInvoiceEvidence from './operations/get-client-invoice-evidence.ts'
import getPortalInvoiceEvidence from './operations/get-portal-invoice-evidence.ts'

export default () => ({ getClientInvoiceEvidence, getPortalInvoiceEvidence })
