import suppression from '../../domains/growth/suppression/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(suppression)
