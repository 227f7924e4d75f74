import brand from '../../domains/accounts/brand/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(brand)
