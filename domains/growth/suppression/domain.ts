import { domain } from '../../domain.ts'
import { suppressions } from './contract.ts'
import routes from './routes.ts'
import { eraseSuppressedAddress, suppressionsOfPerson } from './store-person.ts'

export default domain({
  name: 'suppression',
  contract: suppressions,
  handlers: routes,
  person: {
    exportIn: async (tx, { email }) => ({ growthSuppressions: await suppressionsOfPerson(tx, email) }),
    eraseIn: (tx, { email }) => eraseSuppressedAddress(tx, email),
  },
})
