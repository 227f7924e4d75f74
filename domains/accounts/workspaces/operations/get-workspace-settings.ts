import { handle } from '../../../../platform/handler/index.ts'
import { getWorkspaceSettings } from '../contract/settings.ts'
import { readWorkspaceSettings } from '../store-settings.ts'

export default handle(getWorkspaceSettings, async ({ tx, ok }) => ok(await readWorkspaceSettings(tx)))
