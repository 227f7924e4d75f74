import agents from '../../domains/agents/agents/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(agents)
