import { v7 as uuidv7 } from 'uuid'
import { handle } from '../../../../platform/handler/index.ts'
import { about } from '../about.ts'
import { proposeCycle } from '../contract.ts'
import { presentCycle } from '../present.ts'
import { insertCycle } from '../store.ts'

// Adopted is what a planning pass of the project's autonomous run takes up, which this version does not have.
export default handle(proposeCycle, async ({ tx, body, caller, now, accepted }) => {
  const cycle = await insertCycle(tx, { ...body, id: uuidv7(), createdBy: caller.userId, now })
  return accepted({ cycle: presentCycle(cycle, caller), adopted: false }, about(cycle, { title: cycle.title }))
})
