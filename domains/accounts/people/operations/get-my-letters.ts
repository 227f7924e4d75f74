import { handle } from '../../../../platform/handler/index.ts'
import { getMyLetters } from '../contract/letters.ts'
import { letterSettingsOf } from '../store-letters.ts'

export default handle(getMyLetters, async ({ tx, caller, ok }) => ok(await letterSettingsOf(tx, caller.userId)))
