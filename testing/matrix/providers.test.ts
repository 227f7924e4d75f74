import providers from '../../domains/growth/providers/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(providers)
