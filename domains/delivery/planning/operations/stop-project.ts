import { handle } from '../../../../platform/handler/index.ts'
import type { Engine } from '../../../../platform/jobs/index.ts'
import { closeRequestsOfRun, moveCycle } from '../../cycles/index.ts'
import { stopProject } from '../contract.ts'
import { endProjectRun } from '../project-run/end.ts'
import { presentProjectRun } from '../project-run/present.ts'
import { lockProjectRun } from '../project-run/store.ts'

export default (engine: Engine) =>
  handle(stopProject, async ({ tx, params: { id }, caller, now, ok }) => {
    const own = await lockProjectRun(tx, id)
    const cycles = own && !own.endedAt ? await engine.children(tx, own.runId) : []
    for (const run of cycles) {
      await moveCycle(tx, run.subjectId, 'stop', now)
      await closeRequestsOfRun(tx, run.id, now, { userId: caller.userId, decision: 'The project was stopped.' })
    }
    await endProjectRun(engine, tx, id)
    return ok(await presentProjectRun(engine, tx, id, caller), {
      resource: ['project', id],
      within: { projectId: id },
      metadata: { cycles: cycles.length },
    })
  })
