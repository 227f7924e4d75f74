import { v7 as uuidv7 } from 'uuid'
import { handle } from '../../../../platform/handler/index.ts'
import { ifNotQueued, type Engine } from '../../../../platform/jobs/index.ts'
import { aboutCycle as auditSubject, presentCycle, createCycle } from '../../cycles/index.ts'
import { proposeCycle } from '../contract.ts'
import { beginIntake } from '../intake/begin.ts'
import { wakeAutonomousRun } from '../project-run/wake-autonomous-run.ts'

export default (engine: Engine) =>
  handle(proposeCycle, async ({ tx, body, caller, now, fail, accepted }) => {
    const cycle = await createCycle(tx, { ...body, id: uuidv7(), createdBy: caller.userId, now })
    await beginIntake(engine, tx, cycle, now).catch(ifNotQueued(() => fail.notQueued()))
    const adopted = await wakeAutonomousRun(engine, tx, cycle.projectId)
    return accepted(
      { cycle: presentCycle(cycle, caller), adopted },
      auditSubject(cycle, { title: cycle.title, adopted }),
    )
  })
