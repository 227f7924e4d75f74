import type { EveryDomain } from '../../every-domain.ts'
import createClientInvoiceDraft from './operations/create-client-invoice-draft.ts'
import getClientInvoice from './operations/get-client-invoice.ts'
import getClientInvoiceLogo from './operations/get-client-invoice-logo.ts'
import issueClientInvoice from './operations/issue-client-invoice.ts'
import listClientInvoices from './operations/list-client-invoices.ts'
import listDraftedBillables from './operations/list-drafted-billables.ts'
import payClientInvoice from './operations/pay-client-invoice.ts'
import voidClientInvoice from './operations/void-client-invoice.ts'

interface Parts {
  readonly everyDomain: Pick<EveryDomain, 'hashesOfIssued'>
}

export default ({ everyDomain }: Parts) => ({
  createClientInvoiceDraft,
  getClientInvoice,
  getClientInvoiceLogo,
  issueClientInvoice: issueClientInvoice(everyDomain),
  listClientInvoices,
  listDraftedBillables,
  payClientInvoice,
  voidClientInvoice,
})
