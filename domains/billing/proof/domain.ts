import { domain } from '../../domain.ts'
import { proof } from './contract.ts'
import handlers from './handlers.ts'

export default domain({ name: 'proof', contract: proof, handlers })
