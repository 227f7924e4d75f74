import repositories from '../../domains/code/repositories/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(repositories)
