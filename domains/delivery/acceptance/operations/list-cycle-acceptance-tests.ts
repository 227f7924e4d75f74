import { handle } from '../../../../platform/handler/index.ts'
import { findCycle } from '../../cycles/index.ts'
import { listCycleAcceptanceTests } from '../contract.ts'
import { presentAcceptanceTests } from '../present.ts'

export default handle(listCycleAcceptanceTests, async ({ tx, params, absent, ok }) =>
  ok(await presentAcceptanceTests(tx, (await findCycle(tx, params.id)) ?? absent())),
)
