import { asOwner } from '../database-state.ts'
import type { TestServer } from '../server.ts'

type ServerPlace = Pick<TestServer, 'databaseUrl'>

/** The commit of a branch of a repository, by the id that a row has. */
export const headOfBranch = async (server: ServerPlace, repositoryId: unknown, branch = 'main'): Promise<string> => {
  const text = 'select sha from repository_ref where repository_id = $1 and name = $2'
  return String((await asOwner(server, text, [repositoryId, `refs/heads/${branch}`]))[0]!.sha)
}

/** Puts a branch at a commit, as nothing of the product does. */
export const putBranch = async (
  server: ServerPlace,
  repositoryId: unknown,
  branch: string,
  sha: string,
): Promise<void> => {
  const text = `insert into repository_ref (workspace_id, repository_id, name, sha)
    select workspace_id, id, $2, $3 from repository where id = $1
    on conflict (repository_id, name) do update set sha = excluded.sha`
  await asOwner(server, text, [repositoryId, `refs/heads/${branch}`, sha])
}

/** Branches and tags of the repositories of a project, with the objects that they name. */
export const refsIn = async (server: ServerPlace, projectId: string): Promise<Record<string, string>> => {
  const text = `select name, sha from repository_ref
    where repository_id in (select id from repository where project_id = $1) order by name`
  const rows = await asOwner(server, text, [projectId])
  return Object.fromEntries(rows.map(({ name, sha }) => [String(name), String(sha)]))
}

/** The repositories with stored packs. */
export const packedIn = async (server: ServerPlace): Promise<string[]> => {
  const rows = await asOwner(server, 'select distinct repository_id from repository_pack order by repository_id')
  return rows.map(({ repository_id: id }) => String(id))
}
