import { reaches } from '../../../../platform/access/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { getProject } from '../contract.ts'
import { presentProject, presentRepository } from '../present.ts'
import { findProject } from '../store.ts'
import { repositoriesOf } from '../../repository-records/index.ts'

/** `isOn` says whether this instance serves deployments. */
export default (previewSite: { readonly isOn: boolean }) =>
  handle(getProject, async ({ tx, params, caller, level, absent, ok }) => {
    const [project, repositories] = await Promise.all([findProject(tx, params.id), repositoriesOf(tx, [params.id])])
    return ok({
      project: presentProject(project ?? absent(), caller.role),
      repositories: repositories.map(presentRepository),
      canSteer: level !== undefined && reaches(level, 'steer'),
      previewsAvailable: previewSite.isOn,
    })
  })
