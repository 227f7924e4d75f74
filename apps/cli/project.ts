import { atelier } from './program/command.ts'
import { cycles } from '../../domains/delivery/cycles/contract.ts'
import { tasks } from '../../domains/delivery/tasks/contract.ts'
import { projects } from '../../domains/code/projects/contract.ts'
import type { Client, Reply } from './client/client.ts'
import { absent, Failure, usage } from './failure.ts'
import { chooseId, isId, isPartOfId } from './ids.ts'
import { findRepository, type FoundRepository } from './repository/find-repository.ts'
import { readLink } from './repository/link.ts'
import { readProfile } from './profile/profile.ts'
import type { Session } from './session.ts'
import { ask, canAsk } from './terminal/ask.ts'
import { counted, printable } from './terminal/text.ts'
import { parseHandle } from '../../domains/code/projects/rules.ts'
import { search } from '../../domains/record/search/contract.ts'

/** The project that is named by id or name, else the project from the import of the repository at `path`. */
export const chooseProject = async (
  session: Session,
  named: string | undefined,
  path = session.cwd,
): Promise<string> => {
  const client = await session.client()
  if (named !== undefined) return isId(named) ? named : projectNamed(session, client, named)
  const project = await linkedProject(client, await findRepository(path).catch(() => undefined))
  const byDefault = project === undefined ? (await readProfile(session.environment)).project : undefined
  if (byDefault !== undefined) return isId(byDefault) ? byDefault : projectNamed(session, client, byDefault)
  if (project === undefined) {
    throw usage(
      `Which project? This folder is not linked to one at this server. Name it with --project, or run ${atelier} import here first.`,
    )
  }
  return project
}

/** The option of a command that works on one project. */
export interface ProjectOption {
  readonly project?: string | undefined
}

/** The server of the session, and the id of the project that an option names or that this folder was imported as. */
export const openProject = async (session: Session, { project }: ProjectOption) => ({
  client: await session.client(),
  id: await chooseProject(session, project),
})

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
  const withHandle: ProjectRow[] = []
  for await (const project of client.every(projects.listProjects)) {
    if (project.name === name) found.push(project)
    if (project.handle === name.toUpperCase()) withHandle.push(project)
  }
  if (found.length === 0) found.push(...withHandle)
  const [first, ...more] = found
  if (!first && isPartOfId(name)) return projectLike(client, name)
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

const projectLike = (client: Client, part: string) =>
  chooseId(part, client.every(projects.listProjects), {
    one: 'project',
    list: `${atelier} status --all`,
    describe: ({ name }) => name,
  })

const describe = ({ id, createdAt, counts }: ProjectRow) =>
  `${id}  created ${createdAt.slice(0, 10)}, ${counted(counts.revisions, 'revision')}, ${counted(counts.cycles, 'cycle')}`

/** The cycle that is named by its id or a part of it, else the newest of the project at hand. */
export const chooseCycle = async (session: Session, named: string | undefined): Promise<string> => {
  const client = await session.client()
  if (named !== undefined) {
    const like = { one: 'cycle', list: `${atelier} status`, describe: titleOf }
    return (await findByHandle(client, named, 'cycle')) ?? chooseId(named, client.every(cycles.listCycles), like)
  }
  const projectId = await chooseProject(session, undefined)
  const [newest] = await client.call(cycles.listCycles, { query: { projectId, limit: 1 } })
  if (!newest)
    throw absent('no_cycle', `This project has no cycle yet. Propose one: ${atelier} propose "<what should change>"`)
  return newest.id
}

/** Like `chooseCycle`, but the id may also be a task's. */
export const chooseCycleOrTask = async (session: Session, named: string | undefined): Promise<string> =>
  chooseCycle(session, named).catch(async (error: unknown) => {
    if (named === undefined || !(error instanceof Failure) || error.code !== 'no_cycle') throw error
    const client = await session.client()
    const like = { one: 'cycle', many: 'tasks', list: `${atelier} status`, describe: titleOf }
    return (await findByHandle(client, named, 'task')) ?? chooseId(named, client.every(tasks.listTasks), like)
  })

const titleOf = ({ title }: { readonly title: string }) => title

/** The id of the cycle or task that a handle such as HAR-12 names; undefined for other texts and unknown handles. */
export const findByHandle = async (
  client: Client,
  named: string,
  kind: 'cycle' | 'task',
): Promise<string | undefined> => {
  const handle = parseHandle(named)
  if (handle === undefined) return undefined
  const { hits } = await client.call(search, { query: { q: handle, kind, limit: 1 } })
  return hits.find((hit) => hit.handle === handle)?.id
}
