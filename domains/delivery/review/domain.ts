import { domain } from '../../domain.ts'
import { review } from './contract.ts'
import handlers from './handlers.ts'

export default domain({
  name: 'review',
  contract: review,
  handlers,
})
