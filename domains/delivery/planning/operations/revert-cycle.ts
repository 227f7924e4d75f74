import { v7 as uuidv7 } from 'uuid'
import { handle } from '../../../../platform/handler/index.ts'
import type { Engine } from '../../../../platform/jobs/index.ts'
import { aboutCycle as auditSubject, presentCycle, findCycle, createCycle, markReverted } from '../../cycles/index.ts'
import { descriptionOfRevert, titleOfRevert } from '../rules-reverts.ts'
import { revertCycle } from '../contract.ts'
import { wakeAutonomousRun } from '../project-run/wake-autonomous-run.ts'

export default (engine: Engine) =>
  handle(revertCycle, async ({ tx, params, caller, now, absent, fail, accepted }) => {
    const found = (await findCycle(tx, params.id)) ?? absent()
    if (found.status !== 'completed' || !found.mergedSha) return fail.notDelivered()
    const id = uuidv7()
    const {
      id: revertsCycleId,
      projectId,
      title,
      targetBranch,
      mergedSha,
    } = (await markReverted(tx, found.id, id, now)) ?? fail.reverted()
    const words = { title: titleOfRevert(title), description: descriptionOfRevert({ title, mergedSha: mergedSha! }) }
    const at = { id, projectId, targetBranch: targetBranch ?? undefined, revertsCycleId }
    const cycle = await createCycle(tx, { ...at, ...words, createdBy: caller.userId, now })
    const adopted = await wakeAutonomousRun(engine, tx, projectId)
    const subject = auditSubject(cycle, { title: cycle.title, adopted, revertsCycleId })
    return accepted({ cycle: presentCycle(cycle, caller), adopted }, subject)
  })
