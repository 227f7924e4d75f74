import { v7 as uuidv7 } from 'uuid'
import { saveWebProviderKey } from '../../domains/agents/web-search/contract.ts'
import type { Scene } from '../scene.ts'
import type { TestServer } from '../server.ts'
import { asOwner } from '../database-state.ts'

interface WebhookOwner {
  readonly server: TestServer
  readonly at: Scene
  readonly userId: string
}

/** A webhook at an address that nothing may be sent to, which has read every event that will ever be. */
export const webhookOf = async ({ server, at, userId }: WebhookOwner) => {
  const id = uuidv7()
  await at.owner.call(saveWebProviderKey, { provider: 'exa', body: { apiKey: 'exa-x' } })
  const text = `insert into webhook (id, workspace_id, url, key_version, ciphertext, position, failures, is_full, created_at,
      created_by, updated_at, updated_by)
    select $1, workspace_id, 'https://127.0.0.1/', version, '', 9223372036854775807, 0, false, now(), $3, now(), $3
    from workspace_data_key where workspace_id = $2`
  await asOwner(server, text, [id, at.workspace, userId])
  return id
}

/** A delivery that has arrived at the first attempt. */
export const deliveryOf = async ({ server, at }: Pick<WebhookOwner, 'server' | 'at'>, webhookId: string) => {
  const id = uuidv7()
  const delivery = `insert into webhook_delivery (id, workspace_id, webhook_id, kind, message_id, event_type, event_position,
      status, created_at, ended_at)
    values ($1, $2, $3, 'event', $1, 'project.created', 1, 'delivered', now(), now())`
  await asOwner(server, delivery, [id, at.workspace, webhookId])
  const attempt = `insert into webhook_attempt (workspace_id, delivery_id, number, attempted_at, duration_ms)
    values ($1, $2, 1, now(), 1)`
  await asOwner(server, attempt, [at.workspace, id])
  return id
}
