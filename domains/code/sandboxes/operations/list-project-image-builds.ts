import { handle } from '../../../../platform/handler/index.ts'
import { listProjectImageBuilds } from '../contract.ts'

export default handle(listProjectImageBuilds, async ({ ok }) => ok([]))
