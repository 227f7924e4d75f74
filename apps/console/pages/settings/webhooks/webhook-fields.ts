import type { listWebhooks } from '../../../../../domains/record/webhooks/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'

export type Webhook = Reply<typeof listWebhooks>[number]

/** The typed values of a webhook; its event types as one text. */
export interface WebhookFields {
  readonly url: string
  readonly description: string
  readonly types: string
  /** Null for all. */
  readonly projectIds: readonly string[] | null
}

export const noWebhook: WebhookFields = { url: '', description: '', types: '', projectIds: null }

type SavedFields = Pick<Webhook, 'url' | 'description' | 'eventTypes' | 'projectIds'>

export const fieldsOf = ({ url, description, eventTypes, projectIds }: SavedFields): WebhookFields => ({
  url,
  description: description ?? '',
  types: eventTypes?.join(' ') ?? '',
  projectIds,
})

/** The request's values for typed fields; an emptied field is null. Fields without typing are left as they are. */
export const changesOf = ({ url, description, types, projectIds }: Partial<WebhookFields>) => ({
  ...(url !== undefined && { url: url.trim() }),
  ...(description !== undefined && { description: description.trim() || null }),
  ...(types !== undefined && { eventTypes: typesIn(types) }),
  ...(projectIds !== undefined && { projectIds: projectIds && [...projectIds] }),
})

const typesIn = (text: string): string[] | null => {
  const types = [...new Set(text.split(/[\s,]+/).filter(Boolean))]
  return types.length > 0 ? types : null
}
