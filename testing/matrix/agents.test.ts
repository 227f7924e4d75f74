import agents from '../../domains/delivery/agents/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(agents)
