import drafts from '../../domains/growth/drafts/domain.ts'
import messages from '../../domains/growth/messages/domain.ts'
import plays from '../../domains/growth/plays/domain.ts'
import sending from '../../domains/growth/sending/domain.ts'
import { testMatrix } from './matrix.ts'

await testMatrix({ operations: [plays, messages, drafts, sending].flatMap(({ operations }) => operations) })
