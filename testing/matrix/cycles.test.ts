import cycles from '../../domains/delivery/cycles/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(cycles)
