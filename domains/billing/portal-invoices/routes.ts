import getPortalInvoicePdf from './operations/get-portal-invoice-pdf.ts'
import getPortalInvoice from './operations/get-portal-invoice.ts'
import listPortalInvoices from './operations/list-portal-invoices.ts'

export default () => ({ getPortalInvoice, getPortalInvoicePdf, listPortalInvoices })
