import { handle } from '../../../../platform/handler/index.ts'
import { listModelPreferences } from '../contract.ts'
import { presentPreference } from '../present.ts'
import { modelPreferences } from '../store.ts'

export default handle(listModelPreferences, async ({ tx, ok }) =>
  ok((await modelPreferences(tx)).map(presentPreference)),
)
