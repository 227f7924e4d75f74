import { table, type RowOf } from '../../../platform/db/table.ts'

export const projectSkill = table(
  'project_skill',
  { slug: 'text', content: 'text', createdAt: 'timestamptz', updatedAt: 'timestamptz' },
  { workspaceId: 'uuid', projectId: 'uuid' },
)
export type SkillRow = RowOf<typeof projectSkill>

export const runSkill = table(
  'run_skill',
  { slug: 'text', contentSha256: 'text' },
  { workspaceId: 'uuid', projectId: 'uuid', runId: 'uuid', content: 'text?' },
)

/** How a server is reached. `envKeys` and the references in `headers` are names of secrets; values are kept nowhere here. */
export type ToolServerConfig =
  | {
      readonly transport: 'stdio'
      readonly command: string
      readonly args: readonly string[]
      readonly envKeys: readonly string[]
    }
  | {
      readonly transport: 'http' | 'sse'
      readonly url: string
      readonly headers: Readonly<Record<string, string>>
    }

export const projectToolServer = table(
  'project_tool_server',
  { name: 'text', config: 'jsonb', createdAt: 'timestamptz', updatedAt: 'timestamptz' },
  { workspaceId: 'uuid', projectId: 'uuid' },
)
export type ToolServerRow = RowOf<typeof projectToolServer, { config: ToolServerConfig }>

export const runToolServer = table(
  'run_tool_server',
  { name: 'text', configSha256: 'text' },
  { workspaceId: 'uuid', projectId: 'uuid', runId: 'uuid', config: 'jsonb?' },
)
