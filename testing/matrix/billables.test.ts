import billables from '../../domains/billing/billables/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(billables)
