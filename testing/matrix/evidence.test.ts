import evidence from '../../domains/billing/evidence/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(evidence)
