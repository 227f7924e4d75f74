import runs from '../../domains/delivery/runs/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(runs)
