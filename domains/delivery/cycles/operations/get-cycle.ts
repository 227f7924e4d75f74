import { handle } from '../../../../platform/handler/index.ts'
import { presentTasks, tasksOfCycle } from '../../tasks/index.ts'
import { getCycle } from '../contract.ts'
import { presentCycle } from '../present.ts'
import { findCycle } from '../store.ts'

export default handle(getCycle, async ({ tx, params, caller, absent, ok }) => {
  const [cycle, tasks] = await Promise.all([findCycle(tx, params.id), tasksOfCycle(tx, params.id)])
  return ok({
    cycle: presentCycle(cycle ?? absent(), caller),
    tasks: await presentTasks(tx, tasks, caller),
    previewUrl: null,
  })
})
