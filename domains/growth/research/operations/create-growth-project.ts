import { v7 as uuidv7 } from 'uuid'
import { handle } from '../../../../platform/handler/index.ts'
import { beginRun } from '../begin-run.ts'
import { createGrowthProject } from '../contract.ts'
import type { ResearchParts } from '../parts.ts'
import { readProject } from '../read-project.ts'
import { nameOf } from '../rules.ts'
import { insertGrowthProject } from '../store.ts'
import { noWebsite, websiteOf } from '../website.ts'

export default ({ engine, fetcher }: ResearchParts) =>
  handle(createGrowthProject, async ({ tx, body, caller, now, invalid, created }) => {
    const websiteUrl = websiteOf(fetcher, body.websiteUrl)
    if (websiteUrl === undefined) return invalid([noWebsite])
    const { name = nameOf(websiteUrl), notes = null } = body
    const { userId } = caller
    const project = await insertGrowthProject(tx, { id: uuidv7(), name, websiteUrl, notes, userId, now })
    await beginRun(tx, engine, { growthProjectId: project.id, userId, now })
    return created(await readProject(tx, project), {
      resource: ['growth_project', project.id],
      metadata: { name, websiteUrl },
    })
  })
