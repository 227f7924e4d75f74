import { domain } from '../../domain.ts'
import { audit } from './contract.ts'
import { checkHeads, settleAllRepeats, signHeads, type SigningParts } from './jobs/sign-heads.ts'
import handlers from './handlers.ts'
import { auditRowsOf } from './store.ts'

export default domain({
  name: 'audit',
  contract: audit,
  handlers,
  schedules: (parts: SigningParts) => [
    { name: 'audit-checkpoints', everySeconds: 300, work: (context) => signHeads(parts, context) },
    { name: 'audit-heads', everySeconds: 86_400, work: (context) => checkHeads(parts, context) },
    { name: 'audit-repeats', everySeconds: 3_600, work: (context) => settleAllRepeats(parts, context) },
  ],
  jobActions: ['audit.erase'],
  person: { lists: { acts: auditRowsOf } },
})
