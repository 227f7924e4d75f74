import { handle } from '../../../../platform/handler/index.ts'
import { setWorkspacePolicies } from '../contract.ts'
import { presentWorkspacePolicies } from '../present-policies.ts'
import type { InstancePolicies } from '../rules-policies.ts'
import { faultsOfDelivery } from '../runtime-faults.ts'
import { putWorkspacePolicies } from '../store-policies.ts'

export default (instance: InstancePolicies) =>
  handle(setWorkspacePolicies, async ({ tx, body, workspace, invalid, ok }) => {
    const { requiresApproval = null, review = {}, approval = {}, delivery = {} } = body
    const faults = faultsOfDelivery({ delivery }, 'delivery')
    if (faults.length > 0) return invalid(faults)
    const said = { requiresApproval, review, approval, delivery }
    return ok(presentWorkspacePolicies(await putWorkspacePolicies(tx, said), instance), {
      resource: ['workspace', workspace],
      metadata: said,
    })
  })
