import { validate } from 'uuid'
import {
  json,
  type Json,
  matchStatement,
  type NoValues,
  oneRowStatement,
  rowStatement,
  statement,
} from '../../../platform/db/statement.ts'
import { insertInto, selectById } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { lockInWorkspace } from '../../../platform/db/workspace-lock.ts'
import { agentsWorkingWith, type AgentRole } from '../agents/index.ts'
import type { KeyColumns } from './endpoint-key.ts'
import { endpointNameIn, identifierOf, type StoredModel } from './rules/endpoints.ts'
import { modelEndpoint, type EndpointRow } from './tables.ts'

export const modelEndpoints = statement<NoValues, EndpointRow>(
  'model-endpoint.list',
  `select ${modelEndpoint.columns} from model_endpoint where workspace_id = :workspace order by name`,
)

const find = rowStatement<{ id: string }, EndpointRow>('model-endpoint.find', selectById(modelEndpoint))
export const findModelEndpoint = async (tx: Transaction, id: string) => (validate(id) ? find(tx, { id }) : undefined)

const lock = rowStatement<{ id: string }, EndpointRow>('model-endpoint.lock', selectById(modelEndpoint, 'for update'))
export const lockModelEndpoint = async (tx: Transaction, id: string) => (validate(id) ? lock(tx, { id }) : undefined)

const named = rowStatement<{ name: string }, EndpointRow>(
  'model-endpoint.named',
  `select ${modelEndpoint.columns} from model_endpoint where workspace_id = :workspace and name = :name`,
)
/** Finds the endpoint whose name an identifier (`endpoint/model`) begins with, even if it does not list the model. */
export const endpointNamedIn = async (tx: Transaction, identifier: string): Promise<EndpointRow | undefined> => {
  const name = endpointNameIn(identifier)
  return name === undefined ? undefined : named(tx, { name })
}

const lockForShare = matchStatement<{ name: string }, { id: string }>(
  'model-endpoint.keep',
  'select id from model_endpoint where workspace_id = :workspace and name = :name for share',
)
/** Finds an endpoint like `endpointNamedIn`, and locks it against deletion and change until the transaction ends. */
export const shareLockEndpointNamedIn = async (
  tx: Transaction,
  identifier: string,
): Promise<EndpointRow | undefined> => {
  const name = endpointNameIn(identifier)
  if (name === undefined || !(await lockForShare(tx, { name }))) return undefined
  return endpointNamedIn(tx, identifier)
}

/** Locks the adding of endpoints to a workspace, so that their count stays true until the transaction ends. */
export const lockModelEndpoints = (tx: Transaction) => lockInWorkspace(tx, 'model endpoints of ')

interface EndpointChange extends KeyColumns {
  readonly id: string
  readonly baseUrl: string
  readonly models: readonly StoredModel[]
  readonly now: Date
  readonly userId: string
}
type WithModelsAsJson<Row> = Omit<Row, 'models'> & { readonly models: Json }
interface NewEndpoint extends EndpointChange, Pick<EndpointRow, 'name' | 'shape'> {}

const insert = oneRowStatement<WithModelsAsJson<NewEndpoint>, EndpointRow>(
  'model-endpoint.insert',
  insertInto(
    modelEndpoint,
    ['id', 'name', 'shape', 'baseUrl', 'keyVersion', 'ciphertext', 'keyEnding', 'models'],
    {
      workspaceId: ':workspace',
      revision: '1',
      createdAt: ':now',
      updatedAt: ':now',
      createdBy: ':userId',
      updatedBy: ':userId',
    },
    `returning ${modelEndpoint.columns}`,
  ),
)
export const insertModelEndpoint = (tx: Transaction, row: NewEndpoint) =>
  insert(tx, { ...row, models: json(row.models) })

const update = oneRowStatement<WithModelsAsJson<EndpointChange>, EndpointRow>(
  'model-endpoint.update',
  `update model_endpoint set base_url = :baseUrl, key_version = :keyVersion, ciphertext = :ciphertext,
     key_ending = :keyEnding, models = :models, revision = revision + 1, updated_at = :now, updated_by = :userId
   where workspace_id = :workspace and id = :id returning ${modelEndpoint.columns}`,
)
/** Updates an endpoint. Call it under `lockModelEndpoint`. */
export const updateModelEndpoint = (tx: Transaction, row: EndpointChange) =>
  update(tx, { ...row, models: json(row.models) })

/** Deletes an endpoint. Call it under `lockModelEndpoint`. */
export const deleteModelEndpoint = statement<{ id: string }>(
  'model-endpoint.delete',
  'delete from model_endpoint where workspace_id = :workspace and id = :id',
)

const roles = statement<{ identifiers: readonly string[] }, { role: AgentRole }>(
  'model-endpoint.roles',
  `select role from model_preference
   where workspace_id = :workspace and model_identifier = any(:identifiers::text[]) order by role`,
)
const fallbacks = statement<{ identifiers: readonly string[] }, { model: string }>(
  'model-endpoint.fallbacks',
  `select fallback ->> 'model' as model from model_call_policy, jsonb_array_elements(fallbacks) as fallback
   where workspace_id = :workspace
     and (fallback ->> 'model' = any(:identifiers::text[]) or fallback -> 'next' ?| :identifiers::text[])
   order by model`,
)
/** Returns the users of these models, as words for a message: roles, active agents and fallbacks of calls. */
export const listModelUsers = async (
  tx: Transaction,
  { name }: Pick<EndpointRow, 'name'>,
  models: readonly Pick<StoredModel, 'model'>[],
): Promise<string[]> => {
  if (models.length === 0) return []
  const identifiers = models.map(({ model }) => identifierOf(name, model))
  const byRole = (await roles(tx, { identifiers })).map(({ role }) => `the role ${role}`)
  const byCall = (await fallbacks(tx, { identifiers })).map(({ model }) => `the fallbacks of ${model}`)
  return [...byRole, ...(await agentsWorkingWith(tx, identifiers)).map((agent) => `the agent ${agent}`), ...byCall]
}
