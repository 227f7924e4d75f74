import { faultsOfName } from '../../../../platform/contract/schema.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { updateWorkspaceSettings } from '../contract/settings.ts'
import { isLocale, isTimeZone } from '../rules/settings.ts'
import { knowsTimeZone, saveSettings, readWorkspaceSettings } from '../store-settings.ts'

export default handle(updateWorkspaceSettings, async ({ tx, body, workspace, fail, invalid, ok }) => {
  const { revision, ...change } = body
  const before = await readWorkspaceSettings(tx)
  const after = { ...before, ...change }
  const faults = faultsOfName('name', body.name, [before.name])
  if (faults.length > 0) return invalid(faults)
  const { timeZone, locale } = after
  if (timeZone !== before.timeZone && !(isTimeZone(timeZone) && (await knowsTimeZone(tx, timeZone))))
    return fail.unknownTimeZone()
  if (locale !== before.locale && !isLocale(locale)) return fail.unknownLocale()
  if (revision !== undefined && revision !== before.revision) return fail.stale()
  const changed = (['name', 'timeZone', 'locale'] as const).filter((field) => after[field] !== before[field])
  const metadata = Object.fromEntries(changed.map((field) => [field, { from: before[field], to: after[field] }]))
  const about = { resource: ['workspace', workspace], metadata } as const
  if (changed.length === 0) return ok(before, { ...about, repeated: true })
  const saved = (await saveSettings(tx, after)) ?? fail.stale()
  return ok(saved, about)
})
