import models from '../../domains/agents/models/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(models)
