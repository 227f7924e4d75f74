import deployments from '../../domains/code/deployments/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(deployments)
