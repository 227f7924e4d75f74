import type { Database } from '../../../platform/db/database.ts'
import type { ScheduledContext } from '../../../platform/jobs/index.ts'
import { domain } from '../../domain.ts'
import { growthProviders } from './contract.ts'
import type { LookupParts } from './parts.ts'
import { lookupJobActions } from './record-changes.ts'
import routes from './routes.ts'
import { oldCallsIn, removeOldCalls } from './store-calls.ts'
import { cachedOfPerson, eraseCached, oldAnswersIn, removeOldAnswers } from './store-cache.ts'
import { sweepLookups } from './sweep-lookups.ts'
import { lookupWorkflow } from './workflow.ts'

export default domain({
  name: 'providers',
  contract: growthProviders,
  handlers: routes,
  workflows: (parts: LookupParts) => [lookupWorkflow(parts)],
  schedules: ({ database }: { readonly database: Database }) => [
    {
      name: 'growth-lookups',
      everySeconds: 300,
      work: (context: ScheduledContext) => sweepLookups(database, context),
    },
  ],
  person: {
    exportIn: async (tx, { email }) => ({ growthLookups: await cachedOfPerson(tx, email) }),
    eraseIn: (tx, { email }) => eraseCached(tx, email),
  },
  retention: [
    { kind: 'growthLookups', dueIn: oldCallsIn, remove: removeOldCalls },
    { kind: 'growthLookupAnswers', dueIn: oldAnswersIn, remove: removeOldAnswers },
  ],
  jobActions: lookupJobActions,
})
