import environments from '../../domains/code/environments/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(environments)
