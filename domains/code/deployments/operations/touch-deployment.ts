import { handle } from '../../../../platform/handler/index.ts'
import { touchDeployment } from '../contract.ts'
import { deploymentSubject } from '../present.ts'
import { expiryOf } from '../rules.ts'
import { extendPreview, findDeployment } from '../store.ts'

export default handle(touchDeployment, async ({ tx, params, now, absent, ok }) => {
  const extended = await extendPreview(tx, params.id, expiryOf('cycle-preview', now)!)
  const row = extended ?? (await findDeployment(tx, params.id)) ?? absent()
  return ok(
    { id: row.id, extended: extended !== undefined, expiresAt: row.expiresAt },
    { ...deploymentSubject(row), ...(!extended && { repeated: true }) },
  )
})
