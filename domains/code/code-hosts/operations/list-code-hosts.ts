import { handle } from '../../../../platform/handler/index.ts'
import { listCodeHosts } from '../contract.ts'
import { presentCodeHost } from '../present.ts'
import { codeHosts } from '../store.ts'

export default handle(listCodeHosts, async ({ tx, ok }) => ok((await codeHosts(tx)).map(presentCodeHost)))
