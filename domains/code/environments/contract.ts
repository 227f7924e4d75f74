import { Type } from 'typebox'
import { conflict, contract, operation, toAgencyWho } from '../../../platform/contract/index.ts'
import {
  anyObject,
  DeletedAck,
  Id,
  namedObject,
  nameText,
  newNameText,
  Time,
} from '../../../platform/contract/schema.ts'

const EnvironmentConfig = () =>
  anyObject({ examples: [{ variables: { NODE_ENV: 'test' }, secrets: ['STRIPE_API_KEY'] }] })

export const EnvironmentEffect = namedObject('EnvironmentEffect', {
  variables: Type.Record(Type.String(), Type.String(), {
    examples: [{ API_URL: 'http://127.0.0.1:4000', NODE_ENV: 'test' }],
  }),
  secrets: Type.Array(Type.String(), { examples: [['STRIPE_API_KEY']] }),
})

export const Environment = namedObject('Environment', {
  id: Id,
  projectId: Id,
  label: Type.String({ examples: ['Staging'] }),
  config: EnvironmentConfig(),
  effect: EnvironmentEffect,
  isActive: Type.Boolean(),
  createdAt: Time,
  updatedAt: Time,
})

const label = () => nameText(100, { examples: ['Staging'] })
const isActive = () => Type.Optional(Type.Boolean({ default: true }))

export const CreateEnvironment = namedObject('CreateEnvironment', {
  config: EnvironmentConfig(),
  isActive: isActive(),
  label: label(),
})

export const UpdateEnvironment = namedObject('UpdateEnvironment', {
  config: Type.Optional(EnvironmentConfig()),
  isActive: Type.Optional(Type.Boolean()),
  label: Type.Optional(newNameText(100, { examples: ['Staging'] })),
})

const access = toAgencyWho('manage', 'project', 'params.projectId')

export const listProjectEnvironments = operation({
  method: 'GET',
  path: '/v1/api/environments/project/{projectId}',
  summary: 'List all environments of a project, in the order in which a run applies them',
  reach: 'call',
  access,
  replies: { 200: Type.Array(Environment) },
  audit: { refusals: 'environment.list' },
  reads: { environment: 'projectId' },
})

export const createProjectEnvironment = operation({
  method: 'POST',
  path: '/v1/api/environments/project/{projectId}',
  summary: 'Create an environment: variables and secret names for the project’s runs',
  reach: { page: '/projects/{projectId}/environments', fields: ['config.secrets'] },
  access,
  body: CreateEnvironment,
  replies: { 201: Environment },
  errors: {
    tooMany: conflict({
      code: 'too_many_environments',
      message: 'A project has at most 20 environments. Delete one, or put the variables into an existing one.',
    }),
  },
  audit: { action: 'environment.create', category: 'create', event: 'environment.created' },
})

export const updateProjectEnvironment = operation({
  method: 'PATCH',
  path: '/v1/api/environments/project/{projectId}/{id}',
  summary: 'Update an environment. Omitted fields stay; `config` replaces the previous one as a whole',
  reach: { page: '/projects/{projectId}/environments', fields: ['config.secrets'] },
  access,
  body: UpdateEnvironment,
  replies: { 200: Environment },
  audit: { action: 'environment.update', category: 'update', event: 'environment.updated' },
})

export const deleteProjectEnvironment = operation({
  method: 'DELETE',
  path: '/v1/api/environments/project/{projectId}/{id}',
  summary: 'Delete an environment. Succeeds also when it does not exist',
  reach: { page: '/projects/{projectId}/environments' },
  access,
  replies: { 200: DeletedAck },
  audit: { action: 'environment.delete', category: 'delete', event: 'environment.deleted' },
})

export const environments = contract({
  listProjectEnvironments,
  createProjectEnvironment,
  updateProjectEnvironment,
  deleteProjectEnvironment,
})
