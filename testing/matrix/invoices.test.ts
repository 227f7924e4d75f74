import invoices from '../../domains/billing/invoices/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(invoices)
