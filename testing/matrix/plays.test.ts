import plays from '../../domains/growth/plays/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(plays)
