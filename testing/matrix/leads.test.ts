import leads from '../../domains/growth/leads/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(leads)
