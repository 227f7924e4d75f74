import batches from '../../domains/agents/batches/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(batches)
