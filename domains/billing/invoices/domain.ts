import { domain } from '../../domain.ts'
import { invoices } from './contract.ts'
import handlers from './handlers.ts'
import { foundInvoices, namesOfInvoices } from './store.ts'

export default domain({
  name: 'invoices',
  contract: invoices,
  handlers,
  foundByName: { invoice: foundInvoices },
  names: { client_invoice: namesOfInvoices },
})
