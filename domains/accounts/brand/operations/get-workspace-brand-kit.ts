import { handle } from '../../../../platform/contract/index.ts'
import { getWorkspaceBrandKit } from '../contract.ts'
import { presentKit } from '../present.ts'
import { findKit } from '../store.ts'

export default handle(getWorkspaceBrandKit, async ({ tx, ok }) => ok(presentKit(await findKit(tx))))
