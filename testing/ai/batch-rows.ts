import { v7 as uuidv7 } from 'uuid'
import { asOwner } from '../database-state.ts'
import type { Scene } from '../scene.ts'
import type { TestServer } from '../server.ts'

/** A batch of one item that has ended, as rows; gives its id. */
export const batchIn = async (server: TestServer, { workspace }: Pick<Scene, 'workspace'>): Promise<string> => {
  const id = uuidv7()
  await asOwner(
    server,
    `insert into ai_batch (id, workspace_id, idempotency_key, payload_hash, endpoint, kind, model, called_model,
       price_percent, route, policy, status, call_id, reserved_micros, cost_micros, created_by, created_at, ended_at)
     values ($1::uuid, $2, $4, repeat('0', 64), '/v1/chat/completions', 'backfill', 'auto', 'acme/gpt-5', 100, 'queue',
       '{"maxCostUsd": null}', 'ended', $3, 100, 70, $3, now(), now())`,
    [id, workspace, uuidv7(), id],
  )
  await asOwner(
    server,
    `insert into ai_batch_item (batch_id, workspace_id, seq, custom_id, status, worst_micros, cost_micros, failure)
     values ($1, $2, 0, 'row-1', 'failed', 100, 70, 'too_long')`,
    [id, workspace],
  )
  return id
}
