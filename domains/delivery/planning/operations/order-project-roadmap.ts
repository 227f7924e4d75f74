import { handle } from '../../../../platform/handler/index.ts'
import type { Engine } from '../../../../platform/jobs/index.ts'
import { orderProjectRoadmap } from '../contract.ts'
import { presentRoadmap } from '../project-run/present-roadmap.ts'
import { faultsOfOrder } from '../project-run/rules.ts'
import { draftsAmong, orderCycles } from '../../cycles/index.ts'

export default (engine: Engine) =>
  handle(orderProjectRoadmap, async ({ tx, params: { id }, body: { next }, caller, invalid, ok }) => {
    const ids = next.map(({ cycleId }) => cycleId)
    const faults = faultsOfOrder(ids, await draftsAmong(tx, id, ids))
    if (faults.length > 0) return invalid(faults)
    await orderCycles(tx, id, next)
    return ok(await presentRoadmap(engine, tx, id, caller), {
      resource: ['project', id],
      within: { projectId: id },
      metadata: { cycles: ids.length },
    })
  })
