import { handle } from '../../../../platform/handler/index.ts'
import { getModelCallPolicy } from '../contract.ts'
import { presentCallPolicy } from '../present.ts'
import { findCallPolicy } from '../store-call-policy.ts'

export default handle(getModelCallPolicy, async ({ tx, ok }) => ok(presentCallPolicy(await findCallPolicy(tx))))
