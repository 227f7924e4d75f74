import { test } from 'vitest'
import { asOwner } from '../../../testing/database-state.ts'
import { mailTo } from '../../../testing/growth/mail.ts'
import { growthProjectIn, leadIn } from '../../../testing/growth/rows.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { sendGrowthReply, updateGrowthMessage } from './contract.ts'

const keyless = await testServer({ ATELIER_ROLE: 'server', SECRETS_ENCRYPTION_KEY: '' })

test('503 if no root key is configured, because mailboxes and the do-not-contact list need it', async () => {
  const at = await scene(keyless)
  const projectId = await growthProjectIn(keyless, at)
  const leadId = await leadIn(keyless, at, { projectId })
  const messageId = await mailTo(keyless, at, { leadId, projectId, mailboxId: null })
  const reply = () => at.member.call(sendGrowthReply, { leadId, body: { body: 'Hello' } })
  expectError(await unchanged(keyless, reply), 503, 'secrets_encryption_unavailable')
  await asOwner(
    keyless,
    `update growth_message set direction = 'in', status = 'received', author = 'lead', written_by = null, kind = 'reply',
       sent_at = null, received_at = now() where id = $1`,
    [messageId],
  )
  const sort = () => at.member.call(updateGrowthMessage, { messageId, body: { intent: 'unsubscribe' } })
  expectError(await unchanged(keyless, sort), 503, 'secrets_encryption_unavailable')
})
