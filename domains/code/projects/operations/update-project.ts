import { faultsOfName } from '../../../../platform/contract/schema.ts'
import { handle } from '../../../../platform/handler/index.ts'
import type { EveryDomain } from '../../../every-domain.ts'
import { faultsOfChecks, newlyNamed } from '../check-secrets.ts'
import { updateProject } from '../contract.ts'
import { presentProject } from '../present.ts'
import { changed } from '../rules.ts'
import { shareWorkspaceDefaults } from '../caps.ts'
import { lockProject } from '../head.ts'
import { updateProjectRow } from '../store-changes.ts'

export default (everyDomain: Pick<EveryDomain, 'changeProject' | 'changeProjectCap' | 'faultsOfProject'>) =>
  handle(updateProject, async ({ tx, params, body, caller, now, absent, invalid, ok }) => {
    if (body.costCapUsd !== undefined) await shareWorkspaceDefaults(tx)
    const project = (await lockProject(tx, params.id)) ?? absent()
    const faults = [
      ...faultsOfName('name', body.name, [project.name]),
      ...faultsOfChecks(body.runtime, project.runtime),
      ...(await everyDomain.faultsOfProject(tx, project.id, newlyNamed(body.runtime, project.runtime))),
    ]
    if (faults.length > 0) return invalid(faults)
    const updated = (await updateProjectRow(tx, changed(project, body, now))) ?? absent()
    // At once, also for calls of runs that are under way.
    if (body.costCapUsd !== undefined) await everyDomain.changeProjectCap(tx, updated.id)
    await everyDomain.changeProject(tx, updated.id)
    return ok(presentProject(updated, caller.role), {
      resource: ['project', updated.id],
      within: { projectId: updated.id },
      metadata: { fields: Object.keys(body) },
    })
  })
