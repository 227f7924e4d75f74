import { v7 as uuidv7 } from 'uuid'
import { assetIn } from './assets.ts'
import { asOwner } from '../database-state.ts'
import type { Scene } from '../scene.ts'
import type { TestServer } from '../server.ts'

/** A transcription with its files, as rows; gives its id. */
export const mediaIn = async (server: TestServer, at: Pick<Scene, 'workspace'>): Promise<string> => {
  const id = uuidv7()
  const words = JSON.stringify({ id, segments: [{ start: 0, end: 1, text: 'Good morning.' }], words: [] })
  const key = await assetIn(server, at, words)
  await asOwner(
    server,
    `insert into ai_media (id, workspace_id, kind, title, model, call_id, cost_micros, duration_ms, word_count, created_by,
       created_at)
     values ($1, $2, 'transcription', 'talk.wav', 'oai/whisper-1', $3, 320, 3200, 0, $3, now())`,
    [id, at.workspace, uuidv7()],
  )
  await asOwner(
    server,
    `insert into ai_media_file (media_id, workspace_id, place, role, asset_id) values ($1, $2, 0, 'words', $3)`,
    [id, at.workspace, key],
  )
  return id
}

/** A video that was made and waits for a verdict, as rows; gives its id. */
export const videoIn = async (server: TestServer, at: Pick<Scene, 'workspace'>): Promise<string> => {
  const id = uuidv7()
  const key = await assetIn(server, at, `A video. ${id}`)
  await asOwner(
    server,
    `insert into ai_video (id, workspace_id, title, model, seconds, status, call_id, is_priced, reserved_micros, cost_micros,
       asset_id, created_by, created_at, ended_at)
     values ($1, $2, 'A shop door opens', 'oai/sora-2', 4, 'succeeded', $3, true, 400000, 400000, $4, $3, now(), now())`,
    [id, at.workspace, uuidv7(), key],
  )
  return id
}
