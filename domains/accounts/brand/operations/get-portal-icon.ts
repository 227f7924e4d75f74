import { handle } from '../../../../platform/handler/index.ts'
import { getPortalIcon } from '../contract.ts'
import { publicPicture } from '../published.ts'

export default handle(getPortalIcon, async ({ tx, absent, ok }) => ok((await publicPicture(tx, 'icon')) ?? absent()))
