import { domain } from '../../domain.ts'
import { billables, identities } from './contract.ts'
import handlers from './handlers.ts'
import { namesOfBillables, billableKind } from './store.ts'

export default domain({
  name: 'billables',
  contract: { ...identities, ...billables },
  handlers,
  kinds: { billable: billableKind },
  names: { billable: namesOfBillables },
})
