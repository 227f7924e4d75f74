/** Kinds of things that have a name which members of the agency may see. */
export const namedKinds = [
  'project',
  'cycle',
  'task',
  'pending_request',
  'deliverable',
  'deliverable_approval',
  'agent',
  'person',
  'api_key',
  'client_account',
  'client_invoice',
  'billable',
  'ai_document',
  'ai_parse',
  'growth_project',
  'growth_play',
  'growth_lead',
  'growth_message',
  'growth_mailbox',
] as const

/** The most ids, and the most traces, of a call. */
export const namesMost = 200
