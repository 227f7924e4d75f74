import tasks from '../../domains/delivery/tasks/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(tasks)
