import { handle } from '../../../../platform/handler/index.ts'
import { clearModelPreference } from '../contract.ts'
import { roleOf } from '../role.ts'
import { clearModelPreference as clear } from '../store.ts'

export default handle(clearModelPreference, async ({ tx, params, workspace, invalid, ok }) => {
  const role = roleOf(params.role, invalid)
  const deleted = await clear(tx, role)
  const about = { resource: ['workspace', workspace], metadata: { role } } as const
  return ok({ deleted }, deleted ? about : { ...about, repeated: true })
})
