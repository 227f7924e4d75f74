import { domain } from '../../domain.ts'
import { invoices } from './contract.ts'
import routes from './routes.ts'
import { invoiceKind } from './store.ts'

export default domain({
  name: 'invoices',
  contract: invoices,
  handlers: routes,
  kinds: { client_invoice: invoiceKind },
})
