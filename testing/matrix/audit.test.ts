import audit from '../../domains/record/audit/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(audit)
