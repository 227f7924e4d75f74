import { Type } from 'typebox'
import { operation, to, toThoseWho, type Contract } from '../../platform/contract/index.ts'
import { Id, maybe, MessageAck, oneOf, paging, record, text, Time } from '../../platform/contract/schema.ts'

const Scopes = Type.Array(oneOf(['read', 'write', 'admin']), { minItems: 1, maxItems: 3, uniqueItems: true })

const keyFields = {
  id: Id,
  name: text(1, 100, { examples: ['Laptop'] }),
  hint: Type.String({ description: 'The first characters of the key', examples: ['atl_Qm8x…'] }),
  scopes: Scopes,
  projectIds: maybe(Type.Array(Id, { description: 'The only projects that the key reaches; null for all' })),
  expiresAt: maybe(Time),
  lastUsedAt: maybe(Time),
  createdAt: Time,
}

export const ApiKey = record('ApiKey', {
  ...keyFields,
  owner: record('ApiKeyOwner', { userId: Id, name: Type.String(), email: Type.String() }),
})

export const listApiKeys = operation({
  id: 'listApiKeys',
  method: 'GET',
  path: '/v1/api/api-keys',
  summary: 'List the keys that are not revoked, newest first: one’s own, and everybody’s for an administrator',
  access: to('participant'),
  query: Type.Object(paging),
  replies: { 200: Type.Array(ApiKey) },
})

export const revokeApiKey = operation({
  id: 'revokeApiKey',
  method: 'DELETE',
  path: '/v1/api/api-keys/{id}',
  summary: 'Revoke a key of one’s own, or anybody’s as an administrator: at once, for good, and again without effect',
  access: toThoseWho('manage', 'api_key', 'params.id'),
  replies: { 200: MessageAck },
  audit: { action: 'api_key.revoke', category: 'delete', severity: 'notice', event: 'api_key.revoked' },
})

export const keys = { listApiKeys, revokeApiKey } as const satisfies Contract
