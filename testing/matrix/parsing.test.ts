import parsing from '../../domains/agents/parsing/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(parsing)
