import { handle } from '../../../../platform/handler/index.ts'
import { clearOrganizationHarness } from '../contract.ts'
import { clearHarnessPreference } from '../store.ts'

export default handle(clearOrganizationHarness, async ({ tx, workspace, fail, ok }) => {
  if (!(await clearHarnessPreference(tx, null))) return fail.noPreference()
  return ok({ deleted: true }, { resource: ['workspace', workspace] })
})
