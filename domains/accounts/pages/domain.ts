import { domain } from '../../domain.ts'
import { startPage } from './start.ts'
import { moved } from './moved.ts'

/** The page at the server's own address, and where links of earlier letters lead. */
export default domain({
  name: 'pages',
  pages: () => [startPage, ...moved],
})
