import imports from '../../domains/code/imports/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(imports)
