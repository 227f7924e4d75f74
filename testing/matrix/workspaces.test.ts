import workspaces from '../../domains/accounts/workspaces/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(workspaces)
