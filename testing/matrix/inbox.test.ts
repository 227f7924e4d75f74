import inbox from '../../domains/growth/inbox/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(inbox)
