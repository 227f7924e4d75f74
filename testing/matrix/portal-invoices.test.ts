import portalInvoices from '../../domains/billing/portal-invoices/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(portalInvoices)
