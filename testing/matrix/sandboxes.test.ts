import sandboxes from '../../domains/code/sandboxes/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(sandboxes)
