import { json, statement, type Json } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import {
  projectToolServer,
  runToolServer,
  type RunToolServerRow,
  type ToolServerConfig,
  type ToolServerRow,
} from './tables.ts'

const list = statement<{ projectId: string }, ToolServerRow>(
  'tool-server.list',
  `select ${projectToolServer.columns} from project_tool_server where project_id = :projectId order by name`,
)
/** The tool servers of a project, by name; there are few. */
export const toolServersOf = (tx: Transaction, projectId: string) => list(tx, { projectId })

const put = statement<{ projectId: string; name: string; config: Json; now: Date }, ToolServerRow>(
  'tool-server.put',
  insertInto(
    projectToolServer,
    ['projectId', 'name', 'config'],
    { workspaceId: ':workspace', createdAt: ':now', updatedAt: ':now' },
    `on conflict (project_id, name) do update set config = excluded.config, updated_at = excluded.updated_at
     returning ${projectToolServer.columns}`,
  ),
)
export const putToolServer = async (
  tx: Transaction,
  projectId: string,
  { name, config }: Pick<ToolServerRow, 'name' | 'config'>,
  now: Date,
): Promise<ToolServerRow> => (await put(tx, { projectId, name, config: json(config), now }))[0]!

const removeOne = statement<{ projectId: string; name: string }, { name: string }>(
  'tool-server.delete',
  'delete from project_tool_server where project_id = :projectId and name = :name returning name',
)
/** Whether there was one. */
export const removeToolServer = async (tx: Transaction, projectId: string, name: string): Promise<boolean> =>
  (await removeOne(tx, { projectId, name })).length > 0

const take = statement<{ projectId: string; runId: string }>(
  'tool-server.take',
  `insert into run_tool_server (workspace_id, project_id, run_id, name, config_sha256, config)
   select workspace_id, project_id, :runId, name, encode(sha256(convert_to(config::text, 'UTF8')), 'hex'), config
   from project_tool_server where project_id = :projectId on conflict do nothing`,
)
/** Gives a run the tool servers that the project has now: what changes later is for later runs. */
export const takeToolServers = (tx: Transaction, projectId: string, runId: string) => take(tx, { projectId, runId })

const taken = statement<{ runId: string }, RunToolServerRow>(
  'tool-server.of-run',
  `select ${runToolServer.columns} from run_tool_server where run_id = :runId order by name`,
)
/** Which tool servers a run was given, by name. */
export const toolServersTakenBy = (tx: Transaction, runId: string) => taken(tx, { runId })

const configs = statement<{ runId: string }, Pick<RunToolServerRow, 'name'> & { config: ToolServerConfig | null }>(
  'tool-server.configs-of-run',
  'select name, config from run_tool_server where run_id = :runId and config is not null order by name',
)
/** The tool servers that a run was given when it was planned, by name; none once it has ended. */
export const toolServersOfRun = async (tx: Transaction, runId: string) =>
  (await configs(tx, { runId })).map(({ name, config }) => ({ name, config: config! }))

const forget = statement<{ runId: string }>(
  'tool-server.forget-run',
  'update run_tool_server set config = null where run_id = :runId and config is not null',
)
/** Forgets the configs of what a run was given that has ended. */
export const forgetToolServersOf = (tx: Transaction, runId: string) => forget(tx, { runId })

const removals = ['project_tool_server', 'run_tool_server'].map((name) =>
  statement<{ projectId: string }>(`tool-server.remove-${name}`, `delete from ${name} where project_id = :projectId`),
)
export const removeToolServers = async (tx: Transaction, projectId: string): Promise<void> => {
  for (const remove of removals) await remove(tx, { projectId })
}
