import { domain } from '../../domain.ts'
import { proof } from './contract.ts'
import routes from './handlers.ts'

export default domain({ name: 'proof', contract: proof, handlers: routes })
