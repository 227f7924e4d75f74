import messages from '../../domains/growth/messages/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(messages)
