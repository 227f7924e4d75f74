import { holdArchiving } from '../../../../platform/access/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { unarchiveProject } from '../contract.ts'
import { presentProject } from '../present.ts'
import { unarchiveProjectRow } from '../store-changes.ts'
import { findProject } from '../store.ts'

export default handle(unarchiveProject, async ({ tx, params: { id }, caller, now, fail, absent, ok }) => {
  await holdArchiving(tx, id)
  if (!(await findProject(tx, id))) return absent()
  const project = (await unarchiveProjectRow(tx, id, now)) ?? fail.notArchived()
  return ok(presentProject(project, caller.role), {
    resource: ['project', id],
    within: { projectId: id },
    metadata: { name: project.name },
  })
})
