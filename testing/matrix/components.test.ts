import components from '../../domains/delivery/components/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(components)
