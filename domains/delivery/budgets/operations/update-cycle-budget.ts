import { handle } from '../../../../platform/handler/index.ts'
import { findProject } from '../../../code/projects/index.ts'
import type { InstanceCaps } from '../../../code/projects/rules/caps.ts'
import { usdToMicros } from '../../../code/projects/rules.ts'
import { capCycle, findCycle } from '../../cycles/index.ts'
import { updateCycleBudget } from '../contract.ts'
import { budgetOfCycle } from '../present.ts'

export default ({ caps }: { readonly caps: InstanceCaps }) =>
  handle(updateCycleBudget, async ({ tx, params: { id }, body: { costCapUsd }, absent, ok }) => {
    const { projectId } = (await findCycle(tx, id)) ?? absent()
    const own = costCapUsd === null ? null : usdToMicros(costCapUsd)
    if (!(await capCycle(tx, caps, { projectId, cycleId: id }, own))) return absent()
    const project = (await findProject(tx, projectId)) ?? absent()
    return ok(await budgetOfCycle(tx, { cycleId: id, own, project }, caps), {
      resource: ['budget', id],
      parent: ['project', projectId],
      within: { projectId, cycleId: id },
      metadata: { scope: 'cycle', costCapUsd },
    })
  })
