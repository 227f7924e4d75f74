import { v7 as uuidv7 } from 'uuid'
import { assetIn } from './assets.ts'
import { asOwner } from '../database-state.ts'
import type { Scene } from '../scene.ts'
import type { TestServer } from '../server.ts'

/** A critical document of one page that was parsed, as rows; gives its id. */
export const documentIn = async (
  server: TestServer,
  { workspace }: Pick<Scene, 'workspace'>,
  { projectId = null }: { readonly projectId?: string | null } = {},
): Promise<string> => {
  const id = uuidv7()
  const parseId = uuidv7()
  const userId = uuidv7()
  const key = await assetIn(server, { workspace }, `A brief. ${id}`)
  await asOwner(
    server,
    `insert into ai_parse (id, workspace_id, sha256, engine, engine_version, format, source_asset_id, status, pages_total,
       markdown_asset_id, cost_micros, created_at, status_changed_at)
     select $1, $2, sha256, 'text', 'text-1', 'plain', id, 'parsed', 1, id, 0, now(), now() from ai_asset where id = $3`,
    [parseId, workspace, key],
  )
  await asOwner(
    server,
    `insert into ai_page (parse_id, workspace_id, number, state, confidence_percent, reasons, markdown)
     values ($1, $2, 1, 'parsed', 100, '{}', 'A brief.')`,
    [parseId, workspace],
  )
  await asOwner(
    server,
    `insert into ai_document (id, workspace_id, parse_id, project_id, title, is_critical, is_reused, created_by, created_at)
     values ($1, $2, $3, $4, 'brief.txt', true, false, $5, now())`,
    [id, workspace, parseId, projectId, userId],
  )
  return id
}
