import { v7 as uuidv7 } from 'uuid'
import { handle } from '../../../../platform/handler/index.ts'
import { lockProject } from '../../../code/projects/index.ts'
import { setProjectHarness } from '../contract.ts'
import { presentHarness } from '../present.ts'
import { putHarnessPreference } from '../store.ts'

export default handle(setProjectHarness, async ({ tx, params, body, caller, now, absent, ok }) => {
  const project = (await lockProject(tx, params.projectId)) ?? absent()
  const { harness } = body
  const row = await putHarnessPreference(tx, {
    id: uuidv7(),
    projectId: project.id,
    harness,
    now,
    userId: caller.userId,
  })
  return ok(presentHarness(row), {
    resource: ['project', project.id],
    within: { projectId: project.id },
    metadata: { harness },
  })
})
