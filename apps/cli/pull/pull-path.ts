import { resolve } from 'node:path'
import { atelier } from '../command.ts'
import { projects } from '../../../domains/code/projects/contract.ts'
import { failed, usage } from '../failure.ts'
import { chooseProject } from '../project.ts'
import { findRepository, type FoundRepository } from '../repository/find-repository.ts'
import { openView } from '../repository/view.ts'
import type { Session } from '../session.ts'
import { inTemporaryFolder } from '../temporary-folder.ts'
import { clone, isFree } from './clone.ts'
import { bringIn, fastForward, hasWhole, type PullResult } from './apply-pull.ts'
import { download, findHead, unpack, type Head } from './receive.ts'

export interface Pulled extends PullResult {
  readonly path: string
  readonly head: Head
}

/** The newest revision of a project, in the repository at `path`, or in a new one where there is nothing. */
export const pullPath = (session: Session, path: string, project?: string): Promise<Pulled> =>
  inTemporaryFolder(async (folder) => {
    session.ifInterrupted(`Stopped. Run ${atelier} pull again to get the rest.`)
    const absolute = resolve(session.cwd, path)
    if (await isFree(absolute)) return cloneInto(session, absolute, folder, project)
    const found = await findRepository(absolute)
    if (!found)
      throw failed(
        'not_a_repository',
        `${absolute} is not in a git repository. Name one, or a folder that is empty or not there yet.`,
      )
    const client = await session.client()
    const projectId = await chooseProject(session, project, absolute)
    const head = await findHead(client, projectId)
    return { path: absolute, ...(await pullInto(session, found, head, folder)) }
  })

const pullInto = async (session: Session, found: FoundRepository, head: Head, folder: string) => {
  const { signal } = session
  const view = await openView(found, folder, signal)
  if (await hasWhole(view, head.commitSha, signal)) return applyPull({ found, view, head, signal })
  const downloaded = await download(session, await session.client(), head, folder)
  await unpack(downloaded, view.gitDir, signal)
  return applyPull({ found, view, head: downloaded.head, signal })
}

const applyPull = async (placing: Parameters<typeof bringIn>[0]) => {
  await bringIn(placing)
  return { ...(await fastForward(placing)), head: placing.head }
}

const cloneInto = async (
  session: Session,
  path: string,
  folder: string,
  project: string | undefined,
): Promise<Pulled> => {
  if (project === undefined)
    throw usage(`${path} is empty. Say which project to put there: ${atelier} pull ${path} --project <name or id>`)
  const client = await session.client()
  const id = await chooseProject(session, project)
  const { project: named } = await client.call(projects.getProject, { params: { id } })
  const head = await findHead(client, id)
  const downloaded = await download(session, client, head, folder)
  await clone(downloaded, path, { url: client.url, projectId: id, name: named.name }, session.signal)
  return { path, head: downloaded.head, outcome: 'cloned' }
}
