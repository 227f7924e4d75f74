import names from '../../domains/record/names/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(names)
