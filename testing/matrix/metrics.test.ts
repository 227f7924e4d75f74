import metrics from '../../domains/delivery/metrics/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(metrics)
