import { v7 as uuidv7 } from 'uuid'
import type { TestServer } from '../server.ts'
import { asOwner } from '../database-state.ts'

/** A draft at a line of what a task changes, which only its author sees. */
export const draftAtLine = async (server: TestServer, taskId: string, userId: string): Promise<string> => {
  const id = uuidv7()
  const text = `insert into line_comment (id, workspace_id, project_id, cycle_id, task_id, commit_sha, path, side, line, line_text,
      body, created_by, created_at)
    select $1, workspace_id, project_id, cycle_id, id, $3, 'a.ts', 'after', 1, '', 'Words', $4, now() from task where id = $2`
  await asOwner(server, text, [id, taskId, 'a'.repeat(40), userId])
  return id
}
