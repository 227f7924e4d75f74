import { domain } from '../../domain.ts'
import { brand } from './contract.ts'
import { workspaceOfSlug } from './published.ts'
import routes from './handlers.ts'

export default domain({
  name: 'brand',
  contract: brand,
  handlers: routes,
  workspaceFinders: { portal: workspaceOfSlug },
})
