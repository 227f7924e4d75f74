import planning from '../../domains/delivery/planning/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(planning)
