import { join } from 'node:path'
import type pg from 'pg'
import { git } from '../repository.ts'

export type Query = <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>

/** The repository of a cycle's project, and whether its only ref is that of the newest revision. */
export const repositoryOf = async (query: Query, data: string, cycleId: string) => {
  const rows = await query<{ repository: string | null; sha: string | null }>(
    `select r.id as repository, integration_sha as sha
       from cycle c join repository r on r.project_id = c.project_id
       where c.project_id = (select project_id from cycle where id = $1)
     union all select null, head_sha from task
       where project_id = (select project_id from cycle where id = $1) and head_sha is not null and deleted_at is null`,
    [cycleId],
  )
  const revisions = await query<{ generation: number; source: string; sha: string }>(
    `select generation, source, commit_sha as sha from revision
     where project_id = (select project_id from cycle where id = $1) order by generation`,
    [cycleId],
  )
  const { repository } = rows.find((row) => row.repository)!
  const run = (...words: string[]) => git(join(data, 'cache', 'repositories', `${repository}.git`), ...words).trim()
  // Fails where a commit that a row names is missing.
  run('rev-list', '--no-walk', ...rows.flatMap(({ sha }) => sha ?? []))
  const head = revisions.at(-1)!.sha
  const expected = [`${head} refs/heads/main`]
  const named = await query<{ ref: string }>(
    `select sha || ' ' || name as ref from repository_ref where repository_id = $1`,
    [repository],
  )
  const found = named.map(({ ref }) => ref)
  return {
    git: run,
    head,
    history: {
      revisions: revisions.map(({ generation, source }) => `${generation} ${source}`),
      refsUnlikeRows: [...new Set(expected).symmetricDifference(new Set(found))],
      repositoryFaults: run('fsck', '--no-dangling', '--no-progress'),
    },
  }
}
