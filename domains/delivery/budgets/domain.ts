import type { Database } from '../../../platform/db/database.ts'
import { domain } from '../../domain.ts'
import { budgets } from './contract.ts'
import { warnPeople } from './jobs/warn-people.ts'
import handlers from './handlers.ts'

export default domain({
  name: 'budgets',
  contract: budgets,
  handlers,
  schedules: (parts: { readonly database: Database }) => [
    { name: 'budget-warnings', everySeconds: 5, work: (context) => warnPeople(parts, context) },
  ],
})
