import acceptance from '../../domains/delivery/acceptance/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(acceptance)
