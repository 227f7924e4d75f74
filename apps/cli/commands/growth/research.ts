import { getGrowthProject } from '../../../../domains/growth/plays/contract.ts'
import {
  createGrowthProject,
  listGrowthProjects,
  startGrowthRun,
} from '../../../../domains/growth/research/contract.ts'
import { isAtWork } from '../../../../domains/growth/research/rules.ts'
import type { Reply } from '../../client/client.ts'
import type { Session } from '../../session.ts'
import { printable } from '../../terminal/text.ts'

type Project = Reply<typeof createGrowthProject>

interface ResearchOptions {
  readonly notes?: string
  readonly wait?: boolean
}

const lookEveryMs = 1_000

/** `atelier growth research`: reads the website of a new growth project, or that of one again, and shows the brain. */
export const research = async (
  { client, output }: Session,
  target: string,
  { notes, wait = true }: ResearchOptions,
): Promise<void> => {
  const api = await client()
  const said = notes === undefined ? {} : { notes }
  let project: Project
  if (/^https?:\/\//i.test(target))
    project = await api.call(createGrowthProject, { body: { websiteUrl: target, ...said } })
  else {
    const params = { projectId: target }
    await api.call(startGrowthRun, { params, body: said })
    project = await api.call(getGrowthProject, { params })
  }
  const params = { projectId: project.id }
  while (wait && isAtWork(project.lastRun?.status)) {
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
    project = await api.call(getGrowthProject, { params })
  }
  output.document(project)
  for (const line of projectLines(project)) output.print(line)
}

/** `atelier growth projects`: the newest 1,000. */
export const listProjects = async ({ client, output }: Session): Promise<void> => {
  const rows = await (await client()).call(listGrowthProjects, {})
  output.document(rows)
  for (const { id, name, websiteUrl, archivedAt } of rows)
    output.print(`${id}  ${printable(name)}  ${printable(websiteUrl)}${archivedAt === null ? '' : '  (archived)'}`)
  if (rows.length === 0) output.say('There is no growth project.')
}

const projectLines = ({ id, brain, lastRun }: Project): readonly string[] => [
  `${id}  ${lastRun?.status ?? 'never read'}`,
  ...(lastRun?.failure ? [printable(lastRun.failure.message)] : []),
  ...(lastRun && !isAtWork(lastRun.status)
    ? [`${lastRun.pagesRead} pages read, ${lastRun.statementsDropped} statements left out without their words`]
    : []),
  ...(brain?.statements ?? []).map(
    ({ kind, text, pageUrl }) => `${kind.padEnd(8)}  ${printable(text)}  [${printable(pageUrl ?? 'by a person')}]`,
  ),
]
