import getSentInvoiceDocument from './operations/get-sent-invoice-document.ts'
import getClientInvoicePdf from './operations/get-client-invoice-pdf.ts'
import getClientInvoiceXml from './operations/get-client-invoice-xml.ts'

export default () => ({ getClientInvoicePdf, getClientInvoiceXml, getSentInvoiceDocument })
