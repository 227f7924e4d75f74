import chat from '../../domains/delivery/chat/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(chat)
