import { v7 as uuidv7 } from 'uuid'
import { handle } from '../../../../platform/handler/index.ts'
import type { Engine } from '../../../../platform/jobs/index.ts'
import { lockProject } from '../../../code/projects/index.ts'
import { headRevision, revisionOfProject } from '../../../code/revisions/index.ts'
import { aboutCycle as auditSubject, createCycle, isBeingRestored, presentCycle } from '../../cycles/index.ts'
import { descriptionOfRestore, titleOfRestore } from '../rules-reverts.ts'
import { restoreProjectRevision } from '../contract.ts'
import { wakeAutonomousRun } from '../project-run/wake-autonomous-run.ts'

export default (engine: Engine) =>
  handle(restoreProjectRevision, async ({ tx, params, body, caller, now, absent, fail, accepted }) => {
    // Code that moves the head of the project locks this row as well.
    const project = (await lockProject(tx, params.id)) ?? absent()
    const to = (await revisionOfProject(tx, project.id, params.revisionId)) ?? fail.noRevision()
    const from = await headRevision(tx, project.id)
    if (from?.id !== body.expectedRevisionId) return fail.headMoved()
    if (to.id === from.id) return fail.newest()
    if (to.repositoryId !== from.repositoryId) return fail.otherRepository()
    if (await isBeingRestored(tx, project.id, { toId: to.id, fromId: from.id })) return fail.restoring()
    const cycle = await createCycle(tx, {
      id: uuidv7(),
      projectId: project.id,
      title: titleOfRestore(to),
      description: descriptionOfRestore(to, from),
      restoresRevisionId: to.id,
      restoresFromRevisionId: from.id,
      createdBy: caller.userId,
      now,
    })
    const adopted = await wakeAutonomousRun(engine, tx, project.id)
    const details = { title: cycle.title, adopted, restoresRevisionId: to.id, restoresFromRevisionId: from.id }
    return accepted({ cycle: presentCycle(cycle, caller), adopted }, auditSubject(cycle, details))
  })
