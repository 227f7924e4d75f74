import { Type } from 'typebox'
import { conflict, contract, operation, toAgencyWho } from '../../../platform/contract/index.ts'
import { DeletedAck, Id, namedObject, nameText, text, Time } from '../../../platform/contract/schema.ts'

const configFields = {
  variables: Type.Record(Type.String(), Type.String({ maxLength: 16_384 }), {
    maxProperties: 200,
    examples: [{ API_URL: 'http://127.0.0.1:4000', NODE_ENV: 'test' }],
  }),
  secrets: Type.Array(text(1, 200), { maxItems: 100, uniqueItems: true, examples: [['STRIPE_API_KEY']] }),
}

export const EnvironmentConfig = namedObject('EnvironmentConfig', {
  variables: Type.Optional(configFields.variables),
  secrets: Type.Optional(configFields.secrets),
})

export const Environment = namedObject('Environment', {
  id: Id,
  projectId: Id,
  label: Type.String({ examples: ['Staging'] }),
  config: namedObject('StoredEnvironmentConfig', configFields),
  isActive: Type.Boolean(),
  createdAt: Time,
  updatedAt: Time,
})

const label = () => nameText(100, { examples: ['Staging'] })
const isActive = () => Type.Optional(Type.Boolean({ default: true }))

export const CreateEnvironment = namedObject('CreateEnvironment', {
  config: EnvironmentConfig,
  isActive: isActive(),
  label: label(),
})

export const UpdateEnvironment = namedObject('UpdateEnvironment', {
  config: Type.Optional(EnvironmentConfig),
  isActive: Type.Optional(Type.Boolean()),
  label: Type.Optional(label()),
})

const access = toAgencyWho('manage', 'project', 'params.projectId')

export const listProjectEnvironments = operation({
  method: 'GET',
  path: '/v1/api/environments/project/{projectId}',
  summary: 'List the environments of a project, active or not, in the order in which a run takes them',
  access,
  replies: { 200: Type.Array(Environment) },
  audit: { refusals: 'environment.list' },
  reads: { environment: 'projectId' },
})

export const createProjectEnvironment = operation({
  method: 'POST',
  path: '/v1/api/environments/project/{projectId}',
  summary: 'Add an environment: variables and names of secrets that runs of the project get',
  access,
  body: CreateEnvironment,
  replies: { 201: Environment },
  errors: {
    tooMany: conflict({
      code: 'too_many_environments',
      message: 'A project has at most 20 environments. Delete one, or put the variables into one that there is.',
    }),
  },
  audit: { action: 'environment.create', category: 'create', event: 'environment.created' },
})

export const updateProjectEnvironment = operation({
  method: 'PATCH',
  path: '/v1/api/environments/project/{projectId}/{id}',
  summary: 'Change an environment; fields left out stay, and a config replaces the whole of the one before',
  access,
  body: UpdateEnvironment,
  replies: { 200: Environment },
  audit: { action: 'environment.update', category: 'update', event: 'environment.updated' },
})

export const deleteProjectEnvironment = operation({
  method: 'DELETE',
  path: '/v1/api/environments/project/{projectId}/{id}',
  summary: 'Delete an environment; one that is not there is deleted already',
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
