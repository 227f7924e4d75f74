import { Type } from 'typebox'
import { operation } from '../../../../platform/contract/index.ts'
import { Id, maybe, namedObject, oneOf, paging, Time } from '../../../../platform/contract/schema.ts'
import { syncOutcomes, syncTargets } from '../rules/configs.ts'
import { toManagers } from './refusals.ts'

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
  summary: 'List when secrets were handed to a sandbox or a code host, newest first',
  access: toManagers,
  query: Type.Object(paging),
  replies: { 200: Type.Array(SecretsSyncLog) },
  audit: { refusals: 'secrets_sync.list' },
})
