import { holdArchiving } from '../../../../platform/access/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import type { EveryDomain } from '../../../every-domain.ts'
import { archiveProject } from '../contract.ts'
import { presentProject } from '../present.ts'
import { archiveProjectRow } from '../store-changes.ts'
import { findProject } from '../store.ts'

export default (everyDomain: Pick<EveryDomain, 'countInProjects' | 'archiveProject'>) =>
  handle(archiveProject, async ({ tx, params: { id }, caller, now, fail, absent, ok }) => {
    // Locks before the count: a run that begins at this moment has either begun, or is refused.
    await holdArchiving(tx, id)
    const counts = (await everyDomain.countInProjects(tx, [id])).get(id)
    if ((counts?.activeCycles ?? 0) > 0) return fail.active()
    if (!(await findProject(tx, id))) return absent()
    const project = (await archiveProjectRow(tx, id, now, caller.userId)) ?? fail.archived()
    await everyDomain.archiveProject(tx, id)
    return ok(presentProject(project, caller.role), {
      resource: ['project', id],
      within: { projectId: id },
      metadata: { name: project.name },
    })
  })
