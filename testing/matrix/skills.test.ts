import skills from '../../domains/code/skills/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(skills)
