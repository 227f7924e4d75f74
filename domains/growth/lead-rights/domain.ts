import { domain } from '../../domain.ts'
import { leadRights } from './contract.ts'
import handlers from './handlers.ts'

export default domain({ name: 'lead-rights', contract: leadRights, handlers })
