import { domain } from '../../domain.ts'
import { invoices } from './contract.ts'
import routes from './routes.ts'
import { namesOfInvoices } from './store-names.ts'

export default domain({
  name: 'invoices',
  contract: invoices,
  handlers: routes,
  names: { client_invoice: namesOfInvoices },
})
