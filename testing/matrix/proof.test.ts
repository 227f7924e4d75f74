import proof from '../../domains/billing/proof/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(proof)
