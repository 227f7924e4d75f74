import lineComments from '../../domains/delivery/line-comments/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(lineComments)
