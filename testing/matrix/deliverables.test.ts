import deliverables from '../../domains/delivery/deliverables/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(deliverables)
