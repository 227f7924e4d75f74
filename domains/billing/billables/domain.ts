import { domain } from '../../domain.ts'
import { billables } from './contract/billables.ts'
import { identities } from './contract/identities.ts'
import routes from './routes.ts'
import { billableKind } from './store.ts'

export default domain({
  name: 'billables',
  contract: { ...identities, ...billables },
  handlers: routes,
  kinds: { billable: billableKind },
})
