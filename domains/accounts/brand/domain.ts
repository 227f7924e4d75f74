import { domain } from '../../domain.ts'
import { brand } from './contract.ts'
import { workspaceOfSlug } from './published.ts'
import handlers from './handlers.ts'

export default domain({
  name: 'brand',
  contract: brand,
  handlers,
  workspaceFinders: { portal: workspaceOfSlug },
})
