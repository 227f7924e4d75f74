import { v7 as uuidv7 } from 'uuid'
import { addCycleAttachment } from '../../domains/delivery/conversation/contract.ts'
import { assetIn } from '../ai/assets.ts'
import type { Caller, Reply } from '../caller.ts'
import { asOwner } from '../database-state.ts'
import type { Scene } from '../scene.ts'
import type { TestServer } from '../server.ts'

interface AttachOptions {
  readonly name?: string
  readonly messageId?: string
  readonly mediaType?: string
}

/** Adds a file to a cycle as a caller. */
export const attach = async (
  caller: Caller,
  cycleId: string,
  content: Buffer | string,
  { name = 'brief.txt', messageId, mediaType = 'text/plain' }: AttachOptions = {},
): Promise<Reply> => {
  const headers = { ...caller.credential, 'content-type': mediaType }
  const query = { name, ...(messageId !== undefined && { messageId }) }
  const body = typeof content === 'string' ? content : new Uint8Array(content)
  const response = await caller.open(addCycleAttachment, { id: cycleId, query }, { headers, body })
  return { status: response.status, body: JSON.parse(await response.text()), headers: response.headers }
}

interface AttachmentScene {
  readonly server: TestServer
  readonly at: Scene
  readonly projectId: string
  readonly userId: string
}

/** A text that a person is about to send with a message, as a row; gives its id. */
export const attachmentIn = async ({ server, at, projectId, userId }: AttachmentScene, cycleId: string) => {
  const id = uuidv7()
  const key = await assetIn(server, at, `A file. ${id}`)
  await asOwner(
    server,
    `insert into cycle_attachment (id, workspace_id, project_id, cycle_id, message_id, asset_id, name, media_type, size_bytes,
       author_side, created_by, created_at)
     select $1, $2, $3, $4, $5, id, 'file.txt', media_type, size_bytes, 'client', $6, now() from ai_asset where id = $7`,
    [id, at.workspace, projectId, cycleId, uuidv7(), userId, key],
  )
  return id
}
