import webhooks from '../../domains/record/webhooks/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(webhooks)
