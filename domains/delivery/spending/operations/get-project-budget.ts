import { findBudget } from '../../../../execution/models/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { capOfProject, findProject, microsToUsd } from '../../../code/projects/index.ts'
import { reworksMost, type Caps } from '../../cycles/index.ts'
import { getProjectBudget } from '../contract.ts'

const usd = (micros: number | null | undefined) => (typeof micros === 'number' ? microsToUsd(micros) : null)

export default ({ caps }: { readonly caps: Caps }) =>
  handle(getProjectBudget, async ({ tx, params: { id }, absent, ok }) => {
    const project = (await findProject(tx, id)) ?? absent()
    const { spentMicros, reservedMicros } = await findBudget(tx, { kind: 'project', id })
    const { costCapMicros, cycleCap, maxRevisions } = project
    return ok({
      projectId: id,
      overrides: { costCapUsd: usd(costCapMicros), cycleCap, maxRevisions },
      enforced: {
        costCapUsd: usd(capOfProject(project, caps)),
        cycleCostCapUsd: usd(caps.cycleMicros),
        workspaceCostCapUsd: usd(caps.workspaceMicros),
        maxRevisions: reworksMost(project),
      },
      defaults: { costCapUsd: usd(caps.projectMicros), maxRevisions: reworksMost(undefined) },
      spentUsd: microsToUsd(spentMicros),
      reservedUsd: microsToUsd(reservedMicros),
    })
  })
