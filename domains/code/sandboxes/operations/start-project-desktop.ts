import { handle } from '../../../../platform/handler/index.ts'
import { startProjectDesktop } from '../contract.ts'
import { noDesktop } from '../rules.ts'

export default handle(startProjectDesktop, async ({ ok }) => ok({ available: false, reason: noDesktop }))
