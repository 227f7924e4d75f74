import { domain } from '../../domain.ts'
import { invoices } from './contract.ts'
import routes from './routes.ts'

export default domain({
  name: 'invoices',
  contract: invoices,
  handlers: routes,
})
