import { handle } from '../../../../platform/handler/index.ts'
import { lockProject } from '../../projects/index.ts'
import { deleteProjectEnvironment } from '../contract.ts'
import { environmentAuditSubject } from '../present.ts'
import { removeEnvironment } from '../store.ts'

export default handle(deleteProjectEnvironment, async ({ tx, params, absent, ok }) => {
  const { projectId } = params
  if (!(await lockProject(tx, projectId))) return absent()
  const row = await removeEnvironment(tx, params)
  const about = row ? environmentAuditSubject(row) : ({ resource: ['project', projectId], repeated: true } as const)
  return ok({ deleted: true }, about)
})
