import { handle } from '../../../../platform/handler/index.ts'
import { getMyPreferences } from '../contract/preferences.ts'
import { preferencesOf } from '../store-preferences.ts'

export default handle(getMyPreferences, async ({ tx, caller, ok }) => ok(await preferencesOf(tx, caller.userId)))
