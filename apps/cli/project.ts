import { atelier } from './command.ts'
import { cycles } from '../../domains/delivery/cycles/contract.ts'
import { projects } from '../../domains/code/projects/contract.ts'
import type { Client, Reply } from './client/client.ts'
import { absent, usage } from './failure.ts'
import { findRepository, type FoundRepository } from './repository/find-repository.ts'
import { readLink } from './repository/link.ts'
import type { Session } from './session.ts'
import { ask, canAsk } from './terminal/ask.ts'
import { counted, printable } from './terminal/text.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The project that is named by id or name, else the one that the repository at `path` was imported as. */
export const chooseProject = async (
  session: Session,
  named: string | undefined,
  path = session.cwd,
): Promise<string> => {
  const client = await session.client()
  if (named !== undefined) return uuid.test(named) ? named : projectNamed(session, client, named)
  const project = await linkedProject(client, await findRepository(path).catch(() => undefined))
  if (project === undefined) {
    throw usage(
      `Which project? This folder is not linked to one at this server. Name it with --project, or run ${atelier} import here first.`,
    )
  }
  return project
}

/** The project that a repository was imported as, at this server. */
export const linkedProject = async (
  client: Client,
  found: FoundRepository | undefined,
): Promise<string | undefined> => {
  const link = found && (await readLink(found))
  return link?.url === client.url ? link.projectId : undefined
}

type ProjectRow = Reply<typeof projects.listProjects>[number]

/** Several projects may have one name: a person chooses among them, a script has to give the id. */
const projectNamed = async ({ signal }: Session, client: Client, name: string): Promise<string> => {
  const found: ProjectRow[] = []
  for await (const project of client.every(projects.listProjects)) if (project.name === name) found.push(project)
  const [first, ...more] = found
  if (!first)
    throw absent(
      'no_project',
      `There is no project called “${printable(name)}”. ${atelier} status lists what there is.`,
    )
  if (more.length === 0) return first.id
  const lines = found.map((project, at) => `  ${at + 1}. ${describe(project)}`)
  const several = [`${found.length} projects are called “${printable(name)}”:`, ...lines].join('\n')
  if (!canAsk()) throw usage(`${several}\nGive the id of one: --project <id>`, 'ambiguous_project')
  const answer = await ask(`${several}\nWhich one? [1-${found.length}] `, '', signal)
  const chosen = /^\d+$/.test(answer) ? found[Number(answer) - 1] : undefined
  if (!chosen) throw usage(`Answer with a number from 1 to ${found.length}, or give the id: --project <id>`)
  return chosen.id
}

const describe = ({ id, createdAt, counts }: ProjectRow) =>
  `${id}  created ${createdAt.slice(0, 10)}, ${counted(counts.revisions, 'revision')}, ${counted(counts.cycles, 'cycle')}`

/** The cycle that is named, else the newest of the project at hand. */
export const chooseCycle = async (session: Session, named: string | undefined): Promise<string> => {
  if (named !== undefined) return named
  const projectId = await chooseProject(session, undefined)
  const client = await session.client()
  const [newest] = await client.call(cycles.listCycles, { query: { projectId, limit: 1 } })
  if (!newest)
    throw absent('no_cycle', `This project has no cycle yet. Propose one: ${atelier} propose "<what should change>"`)
  return newest.id
}
