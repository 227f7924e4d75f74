import { domain } from '../../domain.ts'
import { acceptance } from './contract.ts'
import routes from './handlers.ts'
import {
  acceptanceTestsDueIn,
  acceptanceTestsOfPerson,
  removeAcceptanceTests,
  removeOldAcceptanceTests,
} from './store.ts'

export default domain({
  name: 'acceptance',
  contract: acceptance,
  handlers: routes,
  project: () => ({ purge: removeAcceptanceTests }),
  person: { lists: { acceptanceTests: acceptanceTestsOfPerson } },
  retention: [{ kind: 'acceptanceTests', dueIn: acceptanceTestsDueIn, remove: removeOldAcceptanceTests }],
})
