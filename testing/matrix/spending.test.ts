import spending from '../../domains/delivery/spending/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(spending)
