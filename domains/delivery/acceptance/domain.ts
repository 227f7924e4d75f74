import { domain } from '../../domain.ts'
import { acceptance } from './contract.ts'
import handlers from './handlers.ts'
import { acceptanceTestExpiry, acceptanceTestsOfPerson, removeAcceptanceTests } from './store.ts'

export default domain({
  name: 'acceptance',
  contract: acceptance,
  handlers,
  project: () => ({ purge: (tx, projectId) => removeAcceptanceTests(tx, { projectId }) }),
  person: { lists: { acceptanceTests: acceptanceTestsOfPerson } },
  retention: [acceptanceTestExpiry],
})
