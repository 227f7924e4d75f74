import reports from '../../domains/billing/reports/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(reports)
