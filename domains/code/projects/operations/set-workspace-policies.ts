import { handle } from '../../../../platform/handler/index.ts'
import { setWorkspacePolicies } from '../contract.ts'
import { presentWorkspacePolicies } from '../present-policies.ts'
import type { InstancePolicies } from '../rules/policies.ts'
import { putWorkspacePolicies } from '../store-policies.ts'

export default (instance: InstancePolicies) =>
  handle(setWorkspacePolicies, async ({ tx, body, workspace, ok }) => {
    const { requiresApproval = null, review = {}, approval = {}, delivery = {} } = body
    const said = { requiresApproval, review, approval, delivery }
    return ok(presentWorkspacePolicies(await putWorkspacePolicies(tx, said), instance), {
      resource: ['workspace', workspace],
      metadata: said,
    })
  })
