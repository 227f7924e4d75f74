import trackers from '../../domains/delivery/trackers/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(trackers)
