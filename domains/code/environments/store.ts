import { json, oneRowStatement, rowStatement, statement, type Json } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { environment, type EnvironmentRow, runEnvironment, type RunEnvironmentRow } from './tables.ts'

/** The environments of a project, the oldest first; there are few. */
export const environmentsOf = statement<{ projectId: string }, EnvironmentRow>(
  'environment.list',
  `select ${environment.columns} from environment where project_id = :projectId order by created_at, id`,
)

/** An active environment of a project. */
export const findEnvironment = rowStatement<{ projectId: string; id: string }, EnvironmentRow>(
  'environment.find',
  `select ${environment.columns} from environment where id = :id and project_id = :projectId and is_active`,
)

const insert = oneRowStatement<Omit<NewEnvironment, 'config'> & { config: Json }, EnvironmentRow>(
  'environment.insert',
  insertInto(
    environment,
    ['id', 'projectId', 'label', 'config', 'isActive', 'createdAt'],
    { workspaceId: ':workspace', updatedAt: ':createdAt' },
    `returning ${environment.columns}`,
  ),
)
type NewEnvironment = Omit<EnvironmentRow, 'updatedAt'>
export const insertEnvironment = (tx: Transaction, added: NewEnvironment) =>
  insert(tx, { ...added, config: json(added.config) })

const change = statement<
  { id: string; projectId: string; label?: string; config?: Json; isActive?: boolean; now: Date },
  EnvironmentRow
>(
  'environment.change',
  `update environment set label = coalesce(:label, label), config = coalesce(:config, config),
     is_active = coalesce(:isActive, is_active),
     updated_at = case when num_nonnulls(:label::text, :config::jsonb, :isActive::boolean) = 0 then updated_at else :now end
   where id = :id and project_id = :projectId returning ${environment.columns}`,
)
/** Updates the given fields of an environment and returns it; undefined if the project has none with this id. */
export const changeEnvironment = async (
  tx: Transaction,
  { projectId, id }: Pick<EnvironmentRow, 'projectId' | 'id'>,
  { config, ...fields }: Partial<Pick<EnvironmentRow, 'label' | 'config' | 'isActive'>>,
  now: Date,
) => (await change(tx, { projectId, id, ...fields, ...(config && { config: json(config) }), now })).at(0)

export const removeEnvironment = rowStatement<{ projectId: string; id: string }, EnvironmentRow>(
  'environment.delete',
  `delete from environment where id = :id and project_id = :projectId returning ${environment.columns}`,
)

/** Copies the currently active environments to a run; later changes count for later runs. */
export const copyEnvironmentsToRun = statement<{ projectId: string; runId: string }>(
  'environment.take',
  `insert into run_environment (workspace_id, project_id, run_id, position, environment_id, label, config)
   select workspace_id, project_id, :runId, row_number() over (order by created_at, id), id, label, config
   from environment where project_id = :projectId and is_active on conflict do nothing`,
)

export const takenBy = statement<{ runId: string }, RunEnvironmentRow>(
  'environment.of-run',
  `select ${runEnvironment.columns} from run_environment where run_id = :runId order by position`,
)

/** Deletes the environment values of an ended run; the names of the environments stay. */
export const clearRunConfigs = statement<{ runId: string }>(
  'environment.forget-run',
  'update run_environment set config = null where run_id = :runId and config is not null',
)

const removals = ['environment', 'run_environment'].map((name) =>
  statement<{ projectId: string }>(`environment.remove-${name}`, `delete from ${name} where project_id = :projectId`),
)
export const removeEnvironments = async (tx: Transaction, projectId: string): Promise<void> => {
  for (const remove of removals) await remove(tx, { projectId })
}
