import { domain } from '../../domain.ts'
import { conversation } from './contract.ts'
import routes from './routes.ts'

export default domain({ name: 'conversation', contract: conversation, handlers: routes, jobActions: ['cycle.answer'] })
