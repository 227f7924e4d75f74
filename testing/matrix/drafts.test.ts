import drafts from '../../domains/growth/drafts/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(drafts)
