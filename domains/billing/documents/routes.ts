import getClientInvoiceXml from './operations/get-client-invoice-xml.ts'

export default () => ({ getClientInvoiceXml })
