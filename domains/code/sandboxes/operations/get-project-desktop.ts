import { handle } from '../../../../platform/handler/index.ts'
import { getProjectDesktop } from '../contract.ts'
import { noDesktop } from '../rules.ts'

export default handle(getProjectDesktop, async ({ ok }) => ok({ available: false, reason: noDesktop }))
