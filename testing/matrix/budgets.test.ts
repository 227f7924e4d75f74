import budgets from '../../domains/delivery/budgets/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(budgets)
