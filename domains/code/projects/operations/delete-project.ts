import { handle } from '../../../../platform/handler/index.ts'
import type { EveryDomain } from '../../../every-domain.ts'
import { deleteProject } from '../contract.ts'
import { detachRepositories } from '../../repository-records/index.ts'
import { deleteProjectRow } from '../store-deletion.ts'

export default (everyDomain: Pick<EveryDomain, 'endProject'>) =>
  handle(deleteProject, async ({ tx, params, caller, now, absent, ok }) => {
    const project = (await deleteProjectRow(tx, params.id, now, caller.userId)) ?? absent()
    await detachRepositories(tx, project.id, now)
    await everyDomain.endProject(tx, project.id)
    return ok(
      { message: `${project.name} is deleted. Its content is purged after 30 days; its audit trail stays.` },
      { resource: ['project', project.id], within: { projectId: project.id }, metadata: { name: project.name } },
    )
  })
