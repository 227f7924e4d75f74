import { handle } from '../../../../platform/handler/index.ts'
import { getProjectPolicies } from '../contract.ts'
import { presentProjectPolicies } from '../present-policies.ts'
import type { InstancePolicies } from '../rules/policies.ts'
import { findProject } from '../store.ts'

export default (instance: InstancePolicies) =>
  handle(getProjectPolicies, async ({ tx, params, absent, ok }) =>
    ok(presentProjectPolicies((await findProject(tx, params.id)) ?? absent(), instance)),
  )
