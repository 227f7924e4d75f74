import events from '../../domains/record/events/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(events)
