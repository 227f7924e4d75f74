import projects from '../../domains/code/projects/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(projects)
