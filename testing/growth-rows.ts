import { v7 as uuidv7 } from 'uuid'
import { asOwner } from './database-state.ts'
import type { Scene } from './scene.ts'
import type { TestServer } from './server.ts'

/** A growth project whose brain has one statement from a page, as rows; gives its id. Its website is never reached. */
export const growthProjectIn = async (
  server: Pick<TestServer, 'databaseUrl'>,
  { workspace }: Pick<Scene, 'workspace'>,
): Promise<string> => {
  const [id, runId, pageId, statementId, userId] = Array.from({ length: 5 }, () => uuidv7())
  const run = (text: string, values: readonly unknown[]) => asOwner(server, text, values)
  await run(
    `insert into growth_project (id, workspace_id, name, website_url, brain_version, created_at, created_by)
     values ($1, $2, 'A company', 'http://127.0.0.1/', 1, now(), $3)`,
    [id, workspace, userId],
  )
  await run(
    `insert into growth_run (id, workspace_id, growth_project_id, status, brain_version, statements_written, started_by,
       created_at, ended_at)
     values ($1, $2, $3, 'finished', 1, 1, $4, now(), now())`,
    [runId, workspace, id, userId],
  )
  await run(
    `insert into growth_page (id, workspace_id, growth_run_id, number, asked_url, url, outcome, depth, title, content,
       links, read_at)
     values ($1, $2, $3, 1, 'http://127.0.0.1/', 'http://127.0.0.1/', 'read', 0, 'Home', 'We build web shops.', '{}', now())`,
    [pageId, workspace, runId],
  )
  await run(
    `insert into growth_brain (growth_project_id, workspace_id, version, source, growth_run_id, created_at)
     values ($1, $2, 1, 'research', $3, now())`,
    [id, workspace, runId],
  )
  await run(
    `insert into growth_statement (growth_project_id, version, id, workspace_id, position, kind, statement, origin, page_id,
       page_url, quote)
     values ($1, 1, $2, $3, 1, 'does', 'Builds web shops.', 'page', $4, 'http://127.0.0.1/', 'We build web shops.')`,
    [id, statementId, workspace, pageId],
  )
  return id!
}
