import proposals from '../../domains/growth/proposals/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(proposals)
