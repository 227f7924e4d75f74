import { v7 as uuidv7 } from 'uuid'
import { handle } from '../../../../platform/handler/index.ts'
import { setOrganizationHarness } from '../contract.ts'
import { presentHarness } from '../present.ts'
import { putHarnessPreference } from '../store.ts'

export default handle(setOrganizationHarness, async ({ tx, body, caller, workspace, now, ok }) => {
  const { harness } = body
  const row = await putHarnessPreference(tx, { id: uuidv7(), projectId: null, harness, now, userId: caller.userId })
  return ok(presentHarness(row), { resource: ['workspace', workspace], metadata: { harness } })
})
