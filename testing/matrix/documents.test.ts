import documents from '../../domains/billing/documents/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(documents)
