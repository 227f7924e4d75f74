import createClientInvoiceDraft from './operations/create-client-invoice-draft.ts'
import getClientInvoice from './operations/get-client-invoice.ts'
import listClientInvoices from './operations/list-client-invoices.ts'

export default () => ({ createClientInvoiceDraft, getClientInvoice, listClientInvoices })
