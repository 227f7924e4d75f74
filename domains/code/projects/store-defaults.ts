import { type NoValues, rowStatement, statement } from '../../../platform/db/statement.ts'
import { workspaceDefault, type ProjectRow, type WorkspaceDefaults } from './tables.ts'

/** The workspace's values for its projects; undefined without any. */
export const workspaceDefaults = rowStatement<NoValues, WorkspaceDefaults>(
  'project.workspace-defaults',
  `select ${workspaceDefault.columns} from workspace_default where workspace_id = :workspace`,
)

/** Every project of the workspace with its own cap. */
export const capsOfProjects = statement<NoValues, Pick<ProjectRow, 'id' | 'costCapMicros' | 'autonomousSince'>>(
  'project.own-caps',
  `select id, cost_cap_micros as "costCapMicros", autonomous_since as "autonomousSince" from project
   where workspace_id = :workspace and deleted_at is null order by id`,
)
