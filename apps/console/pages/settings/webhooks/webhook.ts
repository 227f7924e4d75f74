import type { listWebhooks } from '../../../../../domains/record/webhooks/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'

export type Webhook = Reply<typeof listWebhooks>[number]
