import sending from '../../domains/growth/sending/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(sending)
