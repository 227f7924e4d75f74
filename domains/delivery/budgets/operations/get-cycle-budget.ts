import { handle } from '../../../../platform/handler/index.ts'
import { findProject } from '../../../code/projects/index.ts'
import type { InstanceCaps } from '../../../code/projects/rules/caps.ts'
import { findCycle } from '../../cycles/index.ts'
import { getCycleBudget } from '../contract.ts'
import { budgetOfCycle } from '../present.ts'

export default ({ caps }: { readonly caps: InstanceCaps }) =>
  handle(getCycleBudget, async ({ tx, params: { id }, absent, ok }) => {
    const { projectId, costCapMicros } = (await findCycle(tx, id)) ?? absent()
    const project = (await findProject(tx, projectId)) ?? absent()
    return ok(await budgetOfCycle(tx, { cycleId: id, own: costCapMicros, project }, caps))
  })
