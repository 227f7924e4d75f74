import { handle } from '../../../../platform/handler/index.ts'
import { changeOf, isSame } from '../change.ts'
import { publishWorkspaceBrandKit } from '../contract.ts'
import { presentKit } from '../present.ts'
import { changedFields, fault, identityOf, publishFaults } from '../rules.ts'
import { moveSlug, publishRow } from '../store.ts'

export default handle(publishWorkspaceBrandKit, async ({ tx, workspace, caller, body, now, fail, invalid, ok }) => {
  const { portalEnabled } = body
  const { before, draft, faults, isStale, write } = await changeOf(tx, body.draft)
  const wrong = [...faults, ...publishFaults(draft, portalEnabled)]
  if (wrong.length > 0) return invalid(wrong)
  const identity = identityOf(draft)
  const isRepeat =
    isSame(before.published, identity) && isSame(before.draft, draft) && before.portalEnabled === portalEnabled
  if (isRepeat) return ok(presentKit(before), { resource: ['brand_kit', workspace], repeated: true })
  if (isStale) return fail.stale()
  const moved = await moveSlug(tx, identity.slug, now)
  if (moved !== 'moved') return invalid([slugFaults[moved]])
  await write(now, caller.userId)
  const published = await publishRow(tx, { identity, portalEnabled, now, userId: caller.userId })
  return ok(presentKit(published), {
    resource: ['brand_kit', workspace],
    metadata: {
      version: published.version,
      slug: identity.slug,
      portalEnabled,
      fields: changedFields(before.published ?? {}, identity),
    },
  })
})

const slugFaults = {
  taken: fault('slug', 'is the name of another portal, or was once; choose another one', 'taken'),
  'too many': fault('slug', 'would be the eleventh name of this portal; take one of its former ones', 'most'),
}
