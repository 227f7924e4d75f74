import { handle } from '../../../../platform/handler/index.ts'
import { getPortalLogo } from '../contract.ts'
import { publicPicture } from '../published.ts'

export default handle(getPortalLogo, async ({ tx, absent, ok }) => ok((await publicPicture(tx, 'logo')) ?? absent()))
