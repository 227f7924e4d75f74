import { handle } from '../../../../platform/handler/index.ts'
import { listModelPreferences } from '../contract.ts'
import type { ModelParts } from '../offered-models.ts'
import { presentPreference } from '../present.ts'
import { modelPreferences } from '../store.ts'

export default (parts: ModelParts) =>
  handle(listModelPreferences, async ({ tx, ok }) => {
    const rows = await modelPreferences(tx)
    return ok(await Promise.all(rows.map((row) => presentPreference(tx, parts, row))))
  })
