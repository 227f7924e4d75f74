import { handle } from '../../../../platform/handler/index.ts'
import { listProjectLinearSessions } from '../contract.ts'
import { linearSessionsOf } from '../store.ts'

export default handle(listProjectLinearSessions, async ({ tx, params, ok }) =>
  ok(await linearSessionsOf(tx, params.id)),
)
