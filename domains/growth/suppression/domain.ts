import { domain } from '../../domain.ts'
import { suppressions } from './contract.ts'
import { eraseListedAddress } from './suppress-address.ts'
import handlers from './handlers.ts'
import { suppressionsOfPerson } from './store.ts'

export default domain({
  name: 'suppression',
  contract: suppressions,
  handlers,
  person: {
    exportIn: async (tx, { email }) => ({ growthSuppressions: await suppressionsOfPerson(tx, email) }),
    eraseIn: (tx, { email }, { vault }) => eraseListedAddress(tx, vault, email),
  },
})
