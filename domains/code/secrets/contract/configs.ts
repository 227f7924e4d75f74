import { Type } from 'typebox'
import { operation } from '../../../../platform/contract/index.ts'
import {
  anyObject,
  DeletedAck,
  Id,
  lineText,
  maybe,
  namedObject,
  nameText,
  newNameText,
  oneOf,
  Time,
} from '../../../../platform/contract/schema.ts'
import { configsMost, providers } from '../rules/configs.ts'
import { noVault, toManagers } from './refusals.ts'

const label = () => nameText(100, { examples: ['Shared keys'] })
const envFilter = () => Type.Optional(maybe(lineText(100, { examples: ['production'] })))
const config = () => anyObject({ examples: [{ STRIPE_API_KEY: 'sk_live_1234' }] })

const configFields = {
  id: Id,
  projectId: Id,
  provider: oneOf(providers),
  label: label(),
  envFilter: maybe(Type.String({ examples: ['production'] })),
  isActive: Type.Boolean(),
  createdAt: Time,
  updatedAt: Time,
}

export const SecretsConfig = namedObject('SecretsConfig', {
  ...configFields,
  config: Type.String({ examples: ['Aa4m1qv8pEw2JrD0vC1kSg=='] }),
})

export const SecretsConfigSummary = namedObject('SecretsConfigSummary', {
  ...configFields,
  configSummary: anyObject({ examples: [{ STRIPE_API_KEY: '••••1234' }] }),
})

export const CreateSecretsConfig = namedObject('CreateSecretsConfig', {
  provider: oneOf(providers),
  label: label(),
  config: config(),
  envFilter: envFilter(),
  isActive: Type.Optional(Type.Boolean({ default: true })),
})

export const UpdateSecretsConfig = namedObject('UpdateSecretsConfig', {
  config: Type.Optional(config()),
  envFilter: envFilter(),
  isActive: Type.Optional(Type.Boolean()),
  label: Type.Optional(newNameText(100, { examples: ['Shared keys'] })),
})

export const listProjectSecretsConfigs = operation({
  method: 'GET',
  path: '/v1/api/secrets/project/{projectId}',
  summary: 'List the secrets configs of a project, oldest first, with masked values',
  reach: 'call',
  access: toManagers,
  replies: { 200: Type.Array(SecretsConfigSummary) },
  errors: { noVault },
  audit: { refusals: 'secrets_config.list' },
})

export const createProjectSecretsConfig = operation({
  method: 'POST',
  path: '/v1/api/secrets/project/{projectId}',
  summary: 'Add a secrets config to a project',
  reach: { page: '/projects/{projectId}/environments' },
  access: toManagers,
  body: CreateSecretsConfig,
  replies: { 201: SecretsConfig },
  errors: {
    tooMany: {
      status: 400,
      code: 'too_many_secrets_configs',
      message: `A project has at most ${configsMost} secrets configs. Delete one, or put these secrets into an existing one.`,
    },
    noVault,
  },
  audit: { action: 'secrets_config.create', category: 'create', event: 'secrets_config.created' },
})

export const updateProjectSecretsConfig = operation({
  method: 'PATCH',
  path: '/v1/api/secrets/project/{projectId}/{configId}',
  summary: 'Update a secrets config. Omitted fields stay as they are',
  reach: { page: '/projects/{projectId}/environments' },
  access: toManagers,
  body: UpdateSecretsConfig,
  replies: { 200: SecretsConfig },
  errors: { noVault },
  audit: { action: 'secrets_config.update', category: 'update', event: 'secrets_config.updated' },
})

export const deleteProjectSecretsConfig = operation({
  method: 'DELETE',
  path: '/v1/api/secrets/project/{projectId}/{configId}',
  summary: 'Delete a secrets config. Succeeds also when it does not exist',
  reach: { page: '/projects/{projectId}/environments' },
  access: toManagers,
  replies: { 200: DeletedAck },
  audit: { action: 'secrets_config.delete', category: 'delete', event: 'secrets_config.deleted' },
})
