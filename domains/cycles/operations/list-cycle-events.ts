import { validate } from 'uuid'
import { handle, pageMost } from '../../../platform/contract/index.ts'
import { newestEventsOfCycle, presentEvent } from '../../events/index.ts'
import { listCycleEvents } from '../contract.ts'

export default handle(listCycleEvents, async ({ tx, params, level, ok }) => {
  if (!level || !validate(params.id)) return ok([])
  return ok((await newestEventsOfCycle(tx, params.id, pageMost)).map(presentEvent))
})
