import programs from '../../domains/accounts/programs/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(programs)
