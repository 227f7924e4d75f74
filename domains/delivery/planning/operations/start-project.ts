import { handle } from '../../../../platform/handler/index.ts'
import { ifNotQueued } from '../../../../platform/jobs/index.ts'
import { lockProject } from '../../../code/projects/index.ts'
import { startProject } from '../contract.ts'
import { beginMissingHistory, type DispatchParts, projectObstacle } from '../dispatch.ts'
import { presentProjectRun } from '../project-run/present.ts'
import { resumeProjectRun } from '../project-run/resume.ts'
import { beginProjectRun, lockProjectRun } from '../project-run/store.ts'
import { recordProjectRunEvent } from '../project-run/record-event.ts'

export default (parts: DispatchParts) =>
  handle(startProject, async ({ tx, params: { id }, caller, now, absent, fail, accepted }) => {
    const { engine, everyDomain } = parts
    // For update: a draft that is being proposed is written before this, or sees the run.
    const project = (await lockProject(tx, id)) ?? absent()
    const subject = { resource: ['project', id], within: { projectId: id } } as const
    const own = await lockProjectRun(tx, id)
    if (own && !own.endedAt && !own.stoppingAt) {
      await resumeProjectRun(engine, tx, id)
      return accepted(await presentProjectRun(engine, tx, id, caller), subject)
    }
    await beginMissingHistory(tx, everyDomain, id)
    const refused = await projectObstacle(tx, parts, id)
    if (refused) return fail[refused]()
    const start = { workspaceId: tx.workspace!, kind: 'project', subjectId: project.id }
    const run = await engine.start(tx, start).catch(ifNotQueued(() => fail.notQueued()))
    const begun = { projectId: id, runId: run.id, number: run.number, startedAt: now, startedBy: caller.userId }
    recordProjectRunEvent(tx, await beginProjectRun(tx, begun), 'project.run_started')
    return accepted(await presentProjectRun(engine, tx, id, caller), {
      ...subject,
      metadata: { runNumber: run.number },
    })
  })
