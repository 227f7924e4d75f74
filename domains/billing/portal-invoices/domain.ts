import { domain } from '../../domain.ts'
import { portalInvoices } from './contract.ts'
import handlers from './handlers.ts'

export default domain({ name: 'portal-invoices', contract: portalInvoices, handlers })
