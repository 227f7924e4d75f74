import { cycles } from '../../domains/delivery/cycles/contract.ts'
import { projects } from '../../domains/code/projects/contract.ts'
import type { Client } from './client/client.ts'
import { absent, usage } from './failure.ts'
import { findRepository, type FoundRepository } from './repository/find-repository.ts'
import { readLink } from './repository/link.ts'
import type { Session } from './session.ts'
import { printable } from './terminal/text.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The project that is named by id or name, else the one that the repository at `path` was imported as. */
export const chooseProject = async (
  session: Session,
  named: string | undefined,
  path = session.cwd,
): Promise<string> => {
  const client = await session.client()
  if (named !== undefined) return uuid.test(named) ? named : projectNamed(client, named)
  const project = await linkedProject(client, await findRepository(path).catch(() => undefined))
  if (project === undefined) {
    throw usage(
      'Which project? This folder is not linked to one at this server. Name it with --project, or run atelier import here first.',
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

const projectNamed = async (client: Client, name: string): Promise<string> => {
  for await (const project of client.every(projects.listProjects)) if (project.name === name) return project.id
  throw absent('no_project', `There is no project called “${printable(name)}”. atelier status lists what there is.`)
}

/** The cycle that is named, else the newest of the project at hand. */
export const chooseCycle = async (session: Session, named: string | undefined): Promise<string> => {
  if (named !== undefined) return named
  const projectId = await chooseProject(session, undefined)
  const client = await session.client()
  const [newest] = await client.call(cycles.listCycles, { query: { projectId, limit: 1 } })
  if (!newest)
    throw absent('no_cycle', 'This project has no cycle yet. Propose one: atelier propose "<what should change>"')
  return newest.id
}
