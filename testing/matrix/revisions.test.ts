import revisions from '../../domains/code/revisions/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(revisions)
