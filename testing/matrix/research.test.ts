import research from '../../domains/growth/research/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(research)
