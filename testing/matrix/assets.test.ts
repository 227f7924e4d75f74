import assets from '../../domains/agents/assets/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(assets)
