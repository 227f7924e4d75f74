import models from '../../domains/delivery/models/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(models)
