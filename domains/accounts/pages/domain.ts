import { domain } from '../../domain.ts'
import { startPage } from './start-page.ts'
import { movedPages } from './moved-pages.ts'

/** The page at the server's own address, and where links of earlier letters lead. */
export default domain({
  name: 'pages',
  pages: () => [startPage, ...movedPages],
})
