import { handle } from '../../../../platform/handler/index.ts'
import { listProjectToolServers } from '../contract.ts'
import { presentToolServer } from '../present.ts'
import { toolServersOf } from '../store.ts'

export default handle(listProjectToolServers, async ({ tx, params, ok }) =>
  ok((await toolServersOf(tx, params.id)).map(presentToolServer)),
)
