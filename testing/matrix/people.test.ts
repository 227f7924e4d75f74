import people from '../../domains/accounts/people/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(people)
