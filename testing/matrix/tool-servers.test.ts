import toolServers from '../../domains/code/tool-servers/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(toolServers)
