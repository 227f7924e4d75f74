import transmissions from '../../domains/billing/transmissions/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(transmissions)
