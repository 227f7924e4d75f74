import { handle } from '../../../../platform/handler/index.ts'
import { getAgent } from '../contract.ts'
import { findAgent } from '../find-agent.ts'
import { presentAgent } from '../present.ts'

export default handle(getAgent, async ({ tx, params, absent, ok }) =>
  ok(presentAgent((await findAgent(tx, params.id)) ?? absent())),
)
