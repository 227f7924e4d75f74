import { handle } from '../../../../platform/handler/index.ts'
import { clearProjectPolicies } from '../contract.ts'
import { presentProjectPolicies } from '../present-policies.ts'
import { type InstancePolicies, withoutPolicies } from '../rules/policies.ts'
import { lockProject } from '../head.ts'
import { updateProjectRow } from '../store-changes.ts'

export default (instance: InstancePolicies) =>
  handle(clearProjectPolicies, async ({ tx, params, now, absent, ok }) => {
    const project = (await lockProject(tx, params.id)) ?? absent()
    const runtime = withoutPolicies(project.runtime)
    const forgotten = { ...project, requiresApproval: null, runtime, updatedAt: now }
    const cleared = (await updateProjectRow(tx, forgotten)) ?? absent()
    return ok(presentProjectPolicies(cleared, instance), {
      resource: ['project', cleared.id],
      within: { projectId: cleared.id },
    })
  })
