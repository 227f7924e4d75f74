import { handle } from '../../../../platform/handler/index.ts'
import {
  capOfCycle,
  capOfProject,
  capOfWorkspace,
  reworksMost,
  type InstanceCaps,
} from '../../../code/projects/rules/caps.ts'
import { findProject } from '../../../code/projects/index.ts'
import { getProjectBudget } from '../contract.ts'
import { spentOf, usd } from '../present.ts'

export default ({ caps }: { readonly caps: InstanceCaps }) =>
  handle(getProjectBudget, async ({ tx, params: { id }, absent, ok }) => {
    const project = (await findProject(tx, id)) ?? absent()
    const { costCapMicros, cycleCap, maxRevisions, inherited } = project
    return ok({
      projectId: id,
      overrides: { costCapUsd: usd(costCapMicros), cycleCap, maxRevisions },
      enforced: {
        costCapUsd: usd(capOfProject(project, caps)),
        cycleCostCapUsd: usd(capOfCycle(null, project, caps)),
        workspaceCostCapUsd: usd(capOfWorkspace(inherited?.costCapMicros, caps)),
        cycleCap,
        maxRevisions: reworksMost(project),
      },
      inherited: {
        costCapUsd: usd(inherited?.projectCostCapMicros),
        cycleCostCapUsd: usd(inherited?.cycleCostCapMicros),
        maxRevisions: inherited?.maxRevisions ?? null,
      },
      defaults: {
        costCapUsd: usd(caps.projectMicros),
        cycleCap: null,
        maxRevisions: reworksMost(undefined),
      },
      ...(await spentOf(tx, { kind: 'project', id })),
    })
  })
