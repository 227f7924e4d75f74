import { handle } from '../../../../platform/handler/index.ts'
import { faultsOfRuntime } from '../runtime-faults.ts'
import { updateProject } from '../contract.ts'
import { presentProject } from '../present.ts'
import { changed } from '../rules.ts'
import { lockProject, updateProjectRow } from '../store.ts'

export default handle(updateProject, async ({ tx, params, body, caller, now, absent, invalid, ok }) => {
  const faults = faultsOfRuntime(body.runtime)
  if (faults.length > 0) return invalid(faults)
  const project = (await lockProject(tx, params.id)) ?? absent()
  const updated = (await updateProjectRow(tx, changed(project, body, now))) ?? absent()
  return ok(presentProject(updated, caller.role), {
    resource: ['project', updated.id],
    within: { projectId: updated.id },
    metadata: { fields: Object.keys(body) },
  })
})
