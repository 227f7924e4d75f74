import { Type } from 'typebox'
import { operation } from '../../../../platform/contract/index.ts'
import { Id, maybe, namedObject, oneOf, pagesOf, Time } from '../../../../platform/contract/schema.ts'
import { syncOutcomes, syncTargets } from '../rules/configs.ts'
import { noVault, toManagers } from './refusals.ts'

export const SecretsSyncLog = namedObject('SecretsSyncLog', {
  id: Id,
  projectId: Id,
  target: oneOf(syncTargets),
  taskId: maybe(Id),
  secretCount: Type.Integer({ minimum: 0 }),
  outcome: oneOf(syncOutcomes),
  error: maybe(Type.String()),
  createdAt: Time,
})

export const listProjectSecretsSyncLogs = operation({
  method: 'GET',
  path: '/v1/api/secrets/project/{projectId}/sync-logs',
  summary: 'List the syncs of secrets to sandboxes and code hosts, newest first',
  reach: 'call',
  access: toManagers,
  ...pagesOf(SecretsSyncLog),
  audit: { refusals: 'secrets_sync.list' },
})

export const SecretsProbe = namedObject('SecretsProbe', {
  names: Type.Array(Type.String({ examples: ['STRIPE_API_KEY'] })),
  count: Type.Integer({ minimum: 0 }),
})

export const testProjectSecrets = operation({
  method: 'POST',
  path: '/v1/api/secrets/project/{projectId}/test',
  summary: 'Test every active secrets config, and return the names of its secrets',
  reach: 'call',
  access: toManagers,
  effect: 'outside',
  replies: { 200: SecretsProbe },
  errors: {
    refused: {
      status: 400,
      code: 'secrets_manager_refused',
      message: 'A secrets config returned no secrets. The message names it, with the reason.',
      details: Type.Object({ error: Type.String({ description: 'The config, and the error of its manager.' }) }),
    },
    noVault,
  },
  audit: { action: 'secrets_config.test', category: 'execute' },
})
