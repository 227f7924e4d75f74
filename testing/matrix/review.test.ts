import review from '../../domains/delivery/review/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(review)
