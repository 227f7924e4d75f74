import { domain } from '../../domain.ts'
import { accounting } from './contract.ts'
import handlers from './handlers.ts'

export default domain({ name: 'accounting', contract: accounting, handlers })
