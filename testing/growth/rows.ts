import { v7 as uuidv7 } from 'uuid'
import { asOwner } from '../database-state.ts'
import type { Scene } from '../scene.ts'
import type { TestServer } from '../server.ts'

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

/** A lead of a growth project of its own, as rows; gives its id. */
export const leadIn = async (
  server: Pick<TestServer, 'databaseUrl'>,
  at: Pick<Scene, 'workspace'>,
  { projectId, address = 'ada@example.com' }: { readonly projectId?: string; readonly address?: string } = {},
): Promise<string> => {
  const growthProjectId = projectId ?? (await growthProjectIn(server, at))
  const [id, listId, userId] = Array.from({ length: 3 }, () => uuidv7())
  await asOwner(
    server,
    `insert into growth_lead_list (id, workspace_id, growth_project_id, rows_read, rows_imported, uploaded_by, created_at,
       finished_at)
     values ($1, $2, $3, 1, 1, $4, now(), now())`,
    [listId, at.workspace, growthProjectId, userId],
  )
  const evidence = {
    email: { value: address, source: 'list', listId, row: 2, at: new Date().toISOString(), costUsd: 0, confidence: 1 },
  }
  await asOwner(
    server,
    `insert into growth_lead (id, workspace_id, growth_project_id, lead_list_id, status, address, domain, evidence,
       has_consent, created_at, status_changed_at)
     values ($1, $2, $3, $4, 'new', $5, $6, $7, false, now(), now())`,
    [id, at.workspace, growthProjectId, listId, address, address.split('@')[1], JSON.stringify(evidence)],
  )
  return id!
}
