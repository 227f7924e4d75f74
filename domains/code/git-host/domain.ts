import { implement } from '../../../platform/handler/index.ts'
import { domain } from '../../domain.ts'
import { gitProtocol } from './protocol.ts'
import routes from './routes.ts'

type Parts = Parameters<typeof routes>[0]

export default domain({
  name: 'git-host',
  protocols: (parts: Parts) => implement(gitProtocol, routes(parts)),
})
