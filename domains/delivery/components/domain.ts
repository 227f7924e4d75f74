import { domain } from '../../domain.ts'
import { components } from './contract.ts'
import { makeDueBills } from './jobs/make-due-bills.ts'
import type { BillParts } from './make-bill.ts'
import routes from './handlers.ts'
import { removeBills } from './store.ts'
import { noticesOfPerson } from './store-notices.ts'

export default domain({
  name: 'components',
  contract: components,
  handlers: routes,
  schedules: (parts: BillParts) => [
    { name: 'bills-of-materials', everySeconds: 30, work: (context) => makeDueBills(parts, context) },
  ],
  project: () => ({ purge: removeBills }),
  person: { lists: { vulnerabilityNotices: noticesOfPerson } },
})
