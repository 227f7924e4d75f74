import portalInvoices from '../../domains/billing/portal/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(portalInvoices)
