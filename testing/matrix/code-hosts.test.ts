import codeHosts from '../../domains/code/code-hosts/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(codeHosts)
