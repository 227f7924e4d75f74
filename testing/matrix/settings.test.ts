import settings from '../../domains/growth/settings/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(settings)
