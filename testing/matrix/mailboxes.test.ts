import mailboxes from '../../domains/growth/mailboxes/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix(mailboxes)
