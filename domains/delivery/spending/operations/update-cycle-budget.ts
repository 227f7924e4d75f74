import { handle } from '../../../../platform/handler/index.ts'
import { capOfCycle, findProject, usdToMicros, type InstanceCaps } from '../../../code/projects/index.ts'
import { capCycle, findCycle } from '../../cycles/index.ts'
import { updateCycleBudget } from '../contract.ts'
import { spentOf, usd } from '../present.ts'

export default ({ caps }: { readonly caps: InstanceCaps }) =>
  handle(updateCycleBudget, async ({ tx, params: { id }, body: { costCapUsd }, absent, ok }) => {
    const { projectId } = (await findCycle(tx, id)) ?? absent()
    const own = costCapUsd === null ? null : usdToMicros(costCapUsd)
    if (!(await capCycle(tx, caps, { projectId, cycleId: id }, own))) return absent()
    const project = (await findProject(tx, projectId)) ?? absent()
    const budget = {
      cycleId: id,
      overrides: { costCapUsd },
      enforced: { costCapUsd: usd(capOfCycle(own, project, caps)) },
      ...(await spentOf(tx, { kind: 'cycle', id })),
    }
    return ok(budget, {
      resource: ['budget', id],
      parent: ['project', projectId],
      within: { projectId, cycleId: id },
      metadata: { scope: 'cycle', costCapUsd },
    })
  })
