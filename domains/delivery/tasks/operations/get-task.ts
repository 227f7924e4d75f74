import { handle } from '../../../../platform/handler/index.ts'
import { getTask } from '../contract.ts'
import { presentTasks } from '../present.ts'
import { findTask } from '../store.ts'

export default handle(getTask, async ({ tx, params, caller, absent, ok }) => {
  const task = (await findTask(tx, params.id)) ?? absent()
  const [presented] = await presentTasks(tx, [task], caller)
  return ok(presented!)
})
