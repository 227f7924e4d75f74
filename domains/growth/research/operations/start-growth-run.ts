import { handle } from '../../../../platform/handler/index.ts'
import { beginRun } from '../begin-run.ts'
import { startGrowthRun } from '../contract.ts'
import type { ResearchParts } from '../parts.ts'
import { readRun } from '../read-project.ts'
import { isAtWork } from '../rules.ts'
import { lockGrowthProject, saveNotes, saveWebsite } from '../store.ts'
import { newestGrowthRun } from '../store-runs.ts'
import { noWebsite, websiteOf } from '../website.ts'

export default ({ engine, fetcher }: ResearchParts) =>
  handle(startGrowthRun, async ({ tx, params, body, caller, now, absent, fail, invalid, accepted }) => {
    const id = params.projectId
    const websiteUrl = body.websiteUrl === undefined ? undefined : websiteOf(fetcher, body.websiteUrl)
    if (body.websiteUrl !== undefined && websiteUrl === undefined) return invalid([noWebsite])
    const project = (await lockGrowthProject(tx, id)) ?? absent()
    if (project.archivedAt !== null) return fail.archived()
    if (isAtWork((await newestGrowthRun(tx, id))?.status)) return fail.running()
    if (websiteUrl !== undefined) await saveWebsite(tx, id, websiteUrl)
    if (body.notes !== undefined) await saveNotes(tx, id, body.notes)
    const run = await beginRun(tx, engine, { growthProjectId: id, userId: caller.userId, now })
    return accepted(await readRun(tx, run), {
      resource: ['growth_run', run.id],
      parent: ['growth_project', id],
      ...(websiteUrl !== undefined && { metadata: { websiteUrl } }),
    })
  })
