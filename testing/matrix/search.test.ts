import search from '../../domains/record/search/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(search)
