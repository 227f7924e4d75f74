import { handle } from '../../../../platform/handler/index.ts'
import { changeOf, isSame } from '../change.ts'
import { saveWorkspaceBrandKit } from '../contract.ts'
import { presentKit } from '../present.ts'
import { changedFields } from '../rules.ts'

export default handle(saveWorkspaceBrandKit, async ({ tx, workspace, caller, body, now, fail, invalid, ok }) => {
  const { before, draft, faults, isStale, write } = await changeOf(tx, body.draft)
  if (faults.length > 0) return invalid(faults)
  if (isSame(before.draft, draft)) return ok(presentKit(before), { resource: ['brand_kit', workspace], repeated: true })
  if (isStale) return fail.stale()
  return ok(presentKit(await write(now, caller.userId)), {
    resource: ['brand_kit', workspace],
    metadata: { fields: changedFields(before.draft, draft) },
  })
})
