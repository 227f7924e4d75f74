import accounting from '../../domains/billing/accounting/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(accounting)
