import { domain } from '../../domain.ts'
import { companies } from './contract.ts'
import handlers from './handlers.ts'

export default domain({ name: 'companies', contract: companies, handlers })
