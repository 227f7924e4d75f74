import search from '../../domains/delivery/search/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(search)
