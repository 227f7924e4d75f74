import { handle } from '../../../../platform/handler/index.ts'
import { getWorkspaceBrandKit } from '../contract.ts'
import { presentKit } from '../present.ts'
import { findKit } from '../store.ts'

export default handle(getWorkspaceBrandKit, async ({ tx, ok }) => ok(presentKit(await findKit(tx))))
