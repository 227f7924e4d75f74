import payments from '../../domains/billing/payments/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(payments)
