import { handle } from '../../../../platform/handler/index.ts'
import { getWorkspaceSettings } from '../contract/settings.ts'
import { settingsHere } from '../store-settings.ts'

export default handle(getWorkspaceSettings, async ({ tx, ok }) => ok(await settingsHere(tx)))
