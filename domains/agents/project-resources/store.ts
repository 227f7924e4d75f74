import { json, statement, type Json } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import {
  projectSkill,
  projectToolServer,
  runSkill,
  runToolServer,
  type SkillRow,
  type ToolServerConfig,
  type ToolServerRow,
} from './tables.ts'

interface ResourceKind {
  readonly table: string
  /** The table of the copies that runs have. */
  readonly copies: string
  /** The column that names a resource within its project. */
  readonly key: string
  readonly content: string
}

/** Statements that are the same for each kind of resource. */
const resourceStatements = (kind: string, { table, copies, key, content }: ResourceKind) => {
  const deleteOne = statement<{ projectId: string; key: string }, { key: string }>(
    `project-resource.delete-${kind}`,
    `delete from ${table} where project_id = :projectId and ${key} = :key returning ${key} as "key"`,
  )
  const copy = statement<{ projectId: string; runId: string }>(
    `project-resource.copy-${kind}`,
    `insert into ${copies} (workspace_id, project_id, run_id, ${key}, ${content}_sha256, ${content})
     select workspace_id, project_id, :runId, ${key}, encode(sha256(convert_to(${content}::text, 'UTF8')), 'hex'), ${content}
     from ${table} where project_id = :projectId on conflict do nothing`,
  )
  const copied = statement<{ runId: string }, { key: string; sha256: string }>(
    `project-resource.copied-${kind}`,
    `select ${key} as "key", ${content}_sha256 as "sha256" from ${copies} where run_id = :runId order by ${key}`,
  )
  const deleteContents = statement<{ runId: string }>(
    `project-resource.forget-contents-${kind}`,
    `update ${copies} set ${content} = null where run_id = :runId and ${content} is not null`,
  )
  const purges = [table, copies].map((name) =>
    statement<{ projectId: string }>(
      `project-resource.purge-${name}`,
      `delete from ${name} where project_id = :projectId`,
    ),
  )
  return {
    /** Deletes a resource; false if the project has none with the key. */
    deleteOne: async (tx: Transaction, projectId: string, key: string): Promise<boolean> =>
      (await deleteOne(tx, { projectId, key })).length > 0,
    /** Copies the project's resources to a run: later changes are for later runs. */
    copy: (tx: Transaction, projectId: string, runId: string) => copy(tx, { projectId, runId }),
    /** Returns key and hash of each copy of a run, by key. */
    copied: (tx: Transaction, runId: string) => copied(tx, { runId }),
    /** Deletes the contents of a run's copies; keys and hashes stay. */
    deleteContents: (tx: Transaction, runId: string) => deleteContents(tx, { runId }),
    purge: async (tx: Transaction, projectId: string): Promise<void> => {
      for (const purge of purges) await purge(tx, { projectId })
    },
  }
}

export const skills = resourceStatements('skill', {
  table: projectSkill.name,
  copies: runSkill.name,
  key: 'slug',
  content: 'content',
})
export const toolServers = resourceStatements('tool-server', {
  table: projectToolServer.name,
  copies: runToolServer.name,
  key: 'name',
  content: 'config',
})

/** Returns a project's skills with their content; there are few. */
export const skillsOf = statement<{ projectId: string }, SkillRow>(
  'project-resource.list-skills',
  `select ${projectSkill.columns} from project_skill where project_id = :projectId order by slug`,
)

/** Returns a project's tool servers, by name; there are few. */
export const toolServersOf = statement<{ projectId: string }, ToolServerRow>(
  'project-resource.list-tool-servers',
  `select ${projectToolServer.columns} from project_tool_server where project_id = :projectId order by name`,
)

const now = { workspaceId: ':workspace', createdAt: ':now', updatedAt: ':now' }
const replacing = (key: string, content: string, columns: string) =>
  `on conflict (project_id, ${key}) do update set ${content} = excluded.${content}, updated_at = excluded.updated_at
   returning ${columns}`

const putOneSkill = statement<{ projectId: string; slug: string; content: string; now: Date }, SkillRow>(
  'project-resource.put-skill',
  insertInto(projectSkill, ['projectId', 'slug', 'content'], now, replacing('slug', 'content', projectSkill.columns)),
)
export const putSkill = async (
  tx: Transaction,
  skill: { readonly projectId: string; readonly slug: string; readonly content: string; readonly now: Date },
): Promise<SkillRow> => (await putOneSkill(tx, skill))[0]!

const putOneToolServer = statement<{ projectId: string; name: string; config: Json; now: Date }, ToolServerRow>(
  'project-resource.put-tool-server',
  insertInto(
    projectToolServer,
    ['projectId', 'name', 'config'],
    now,
    replacing('name', 'config', projectToolServer.columns),
  ),
)
export const putToolServer = async (
  tx: Transaction,
  { config, ...server }: Pick<ToolServerRow, 'name' | 'config'> & { readonly projectId: string; readonly now: Date },
): Promise<ToolServerRow> => (await putOneToolServer(tx, { ...server, config: json(config) }))[0]!

const skillContents = statement<{ runId: string }, { slug: string; content: string | null }>(
  'project-resource.skills-of-run',
  'select slug, content from run_skill where run_id = :runId and content is not null order by slug',
)
/** Returns a run's skills by slug; none once the run has ended. */
export const copiedSkills = async (tx: Transaction, runId: string) =>
  (await skillContents(tx, { runId })).map(({ slug, content }) => ({ slug, content: content! }))

const toolServerConfigs = statement<{ runId: string }, { name: string; config: ToolServerConfig | null }>(
  'project-resource.tool-servers-of-run',
  'select name, config from run_tool_server where run_id = :runId and config is not null order by name',
)
/** Returns a run's tool servers by name; none once the run has ended. */
export const copiedToolServers = async (tx: Transaction, runId: string) =>
  (await toolServerConfigs(tx, { runId })).map(({ name, config }) => ({ name, config: config! }))
