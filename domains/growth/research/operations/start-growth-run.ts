import { handle } from '../../../../platform/handler/index.ts'
import { beginRun } from '../begin-run.ts'
import { startGrowthRun } from '../contract.ts'
import type { ResearchParts } from '../parts.ts'
import { readRun } from '../read-project.ts'
import { isAtWork } from '../rules.ts'
import { lockGrowthProject, saveNotes } from '../store.ts'
import { newestGrowthRun } from '../store-runs.ts'

export default ({ engine }: Pick<ResearchParts, 'engine'>) =>
  handle(startGrowthRun, async ({ tx, params: { projectId: id }, body, caller, now, absent, fail, accepted }) => {
    const project = (await lockGrowthProject(tx, id)) ?? absent()
    if (project.archivedAt !== null) return fail.archived()
    if (isAtWork((await newestGrowthRun(tx, id))?.status)) return fail.running()
    if (body.notes !== undefined) await saveNotes(tx, id, body.notes)
    const run = await beginRun(tx, engine, { growthProjectId: id, userId: caller.userId, now })
    return accepted(await readRun(tx, run), {
      resource: ['growth_run', run.id],
      parent: ['growth_project', id],
    })
  })
