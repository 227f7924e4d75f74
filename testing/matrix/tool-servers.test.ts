import toolServers from '../../domains/agents/tool-servers/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(toolServers)
