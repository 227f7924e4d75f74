import { domain } from '../../domain.ts'
import { removeSecrets } from './store.ts'

export default domain({ name: 'secrets', project: () => ({ purge: removeSecrets }) })
