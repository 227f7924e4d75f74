import { domain } from '../../domain.ts'
import { suppressions } from './contract.ts'
import { eraseListedAddress } from './suppress-address.ts'
import routes from './handlers.ts'
import { suppressionsOfPerson } from './store.ts'

export default domain({
  name: 'suppression',
  contract: suppressions,
  handlers: routes,
  person: {
    exportIn: async (tx, { email }) => ({ growthSuppressions: await suppressionsOfPerson(tx, email) }),
    eraseIn: (tx, { email }, { vault }) => eraseListedAddress(tx, vault, email),
  },
})
