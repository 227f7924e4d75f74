import { handle } from '../../../../platform/handler/index.ts'
import { getWorkspacePolicies } from '../contract.ts'
import { presentWorkspacePolicies } from '../present-policies.ts'
import type { InstancePolicies } from '../rules/policies.ts'
import { workspaceDefaults } from '../store-defaults.ts'

export default (instance: InstancePolicies) =>
  handle(getWorkspacePolicies, async ({ tx, ok }) =>
    ok(presentWorkspacePolicies(await workspaceDefaults(tx), instance)),
  )
