import type { Webhook } from './webhook.ts'

/** The typed values of a webhook; its event types as one text. */
export interface WebhookFields {
  readonly url: string
  readonly description: string
  readonly types: string
  /** Null for all. */
  readonly projectIds: readonly string[] | null
}

export const noWebhook: WebhookFields = { url: '', description: '', types: '', projectIds: null }

export const fieldsOf = ({
  url,
  description,
  eventTypes,
  projectIds,
}: Pick<Webhook, 'url' | 'description' | 'eventTypes' | 'projectIds'>): WebhookFields => ({
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
