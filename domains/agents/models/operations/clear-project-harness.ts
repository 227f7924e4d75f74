import { handle } from '../../../../platform/handler/index.ts'
import { lockProject } from '../../../code/projects/index.ts'
import { clearProjectHarness } from '../contract.ts'
import { clearHarnessPreference } from '../store.ts'

export default handle(clearProjectHarness, async ({ tx, params, fail, absent, ok }) => {
  const project = (await lockProject(tx, params.projectId)) ?? absent()
  if (!(await clearHarnessPreference(tx, project.id))) return fail.noPreference()
  return ok({ deleted: true }, { resource: ['project', project.id], within: { projectId: project.id } })
})
