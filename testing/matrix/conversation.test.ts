import conversation from '../../domains/delivery/conversation/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(conversation)
