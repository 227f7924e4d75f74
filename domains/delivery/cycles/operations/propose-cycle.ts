import { v7 as uuidv7 } from 'uuid'
import { handle } from '../../../../platform/handler/index.ts'
import type { Engine } from '../../../../platform/jobs/index.ts'
import { findProject } from '../../../code/projects/index.ts'
import { proposeCycle } from '../contract.ts'
import { dispatch } from '../dispatch.ts'
import { presentCycle } from '../present.ts'
import { insertCycle } from '../store.ts'

export default (engine: Engine) =>
  handle(proposeCycle, async ({ tx, body, caller, now, absent, accepted }) => {
    const project = (await findProject(tx, body.projectId)) ?? absent()
    const proposed = await insertCycle(tx, { ...body, id: uuidv7(), createdBy: caller.userId, now })
    const started = project.autonomousSince ? await dispatch(tx, engine, proposed.id, now) : undefined
    return accepted(
      { cycle: presentCycle(started?.cycle ?? proposed, caller), adopted: started !== undefined },
      {
        resource: ['cycle', proposed.id],
        parent: ['project', project.id],
        within: { projectId: project.id, cycleId: proposed.id },
        metadata: { title: proposed.title, projectId: project.id },
      },
    )
  })
