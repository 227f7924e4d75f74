import { domain } from '../../domain.ts'
import { openPage, switchOffPage } from './letters.ts'
import { startPage } from './start.ts'
import { moved } from './moved.ts'

/** The pages that links in mail lead to beside those of the console, and the one at the server's own address. */
export default domain({
  name: 'pages',
  pages: () => [startPage, openPage, switchOffPage, ...moved],
})
