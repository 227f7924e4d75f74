import skills from '../../domains/agents/skills/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(skills)
