import { v7 as uuidv7 } from 'uuid'
import { publicAddressOf, type Fetcher } from '../../../../platform/fetch/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { beginRun } from '../begin-run.ts'
import { createGrowthProject } from '../contract.ts'
import type { ResearchParts } from '../parts.ts'
import { readProject } from '../read-project.ts'
import { nameOf } from '../rules.ts'
import { insertGrowthProject } from '../store.ts'

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

const noWebsite = {
  path: 'websiteUrl',
  message: 'is not the address of a public website, such as https://example.com',
  rule: 'public_website',
}

/** The address in the form in which it is asked for; undefined for one that leads nowhere public. */
const websiteOf = (fetcher: Pick<Fetcher, 'judge'>, text: string): string | undefined => {
  const href = publicAddressOf(text, fetcher, 'http', 'query', 'fragment')?.href
  return href !== undefined && href.length <= 2_000 ? href : undefined
}
