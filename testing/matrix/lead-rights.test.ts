import leadRights from '../../domains/growth/lead-rights/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(leadRights)
