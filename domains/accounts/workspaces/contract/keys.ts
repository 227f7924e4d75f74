import { Type } from 'typebox'
import { conflict, contract, operation, resource, to } from '../../../../platform/contract/index.ts'
import {
  Id,
  maybe,
  MessageAck,
  namedObject,
  nameText,
  oneOf,
  pagesOf,
  text,
  Time,
} from '../../../../platform/contract/schema.ts'

declare module '../../../../platform/contract/access.ts' {
  interface Kinds {
    api_key: 'workspace'
  }
}

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
  clientId: maybe(
    Type.String({
      description: 'The address that a connected program is known by; null for a key that a person made',
      examples: ['https://claude.ai/oauth/client.json'],
    }),
  ),
}

export const ApiKey = namedObject('ApiKey', {
  ...keyFields,
  owner: namedObject('ApiKeyOwner', { userId: Id, name: Type.String(), email: Type.String() }),
})

const ApiKeyCreated = namedObject('ApiKeyCreated', {
  ...keyFields,
  owner: ApiKey.properties.owner,
  secret: Type.String({ description: 'The key itself, shown this once', examples: ['atl_Qm8x…'] }),
})

export const CreateApiKey = namedObject('CreateApiKey', {
  name: nameText(100, { examples: ['Laptop'] }),
  scopes: Scopes,
  projectIds: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 100, uniqueItems: true })),
  expiresAt: Type.Optional(Type.String({ format: 'date-time', examples: ['2027-03-04T10:15:30.000Z'] })),
})

export const listApiKeys = operation({
  method: 'GET',
  path: '/v1/api/api-keys',
  summary: 'List active API keys and connected programs, newest first. Administrators see the keys of all members',
  reach: 'call',
  access: to('participant'),
  ...pagesOf(ApiKey),
  audit: { refusals: 'api_key.list' },
  reads: { api_key: 'all' },
})

export const createApiKey = operation({
  method: 'POST',
  path: '/v1/api/api-keys',
  summary: 'Create an API key for yourself in this workspace. Needs a session; the key is shown once',
  reach: { page: '/settings/keys' },
  access: { who: 'participant', session: true },
  body: CreateApiKey,
  replies: { 201: ApiKeyCreated },
  errors: {
    scopeAboveRole: {
      status: 403,
      code: 'scope_above_role',
      message: 'A key can do no more than its person: only owners and administrators make keys with the scope admin.',
    },
    tooManyKeys: conflict({
      code: 'too_many_keys',
      message: 'You have 100 keys in this workspace, which is as many as one person may have. Revoke some first.',
    }),
  },
  replay: false,
  audit: { action: 'api_key.create', category: 'create', severity: 'notice', event: 'api_key.created' },
})

export const revokeApiKey = operation({
  method: 'DELETE',
  path: '/v1/api/api-keys/{id}',
  summary:
    'Revoke an API key or end a connected program of yours; administrators revoke any. Takes effect at once and cannot be undone; revoking again changes nothing',
  reach: { page: '/settings/keys' },
  access: to('participant', resource('api_key', 'params.id')),
  replies: { 200: MessageAck },
  audit: { action: 'api_key.revoke', category: 'delete', severity: 'notice', event: 'api_key.revoked' },
})

export const keys = contract({ listApiKeys, createApiKey, revokeApiKey })
