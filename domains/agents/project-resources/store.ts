import { json, matchStatement, oneRowStatement, statement, type Json } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { headOf } from './rules/skills.ts'
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
  const purges = [table, copies].map((name) =>
    statement<{ projectId: string }>(
      `project-resource.purge-${name}`,
      `delete from ${name} where project_id = :projectId`,
    ),
  )
  return {
    /** Deletes a resource; false if the project has none with the key. */
    deleteOne: matchStatement<{ projectId: string; key: string }, { key: string }>(
      `project-resource.delete-${kind}`,
      `delete from ${table} where project_id = :projectId and ${key} = :key returning ${key} as "key"`,
    ),
    copy: statement<{ projectId: string; runId: string }>(
      `project-resource.copy-${kind}`,
      `insert into ${copies} (workspace_id, project_id, run_id, ${key}, ${content}_sha256, ${content})
       select workspace_id, project_id, :runId, ${key}, encode(sha256(convert_to(${content}::text, 'UTF8')), 'hex'), ${content}
       from ${table} where project_id = :projectId on conflict do nothing`,
    ),
    /** Returns key and hash of each copy of a run, by key. */
    copied: statement<{ runId: string }, { key: string; sha256: string }>(
      `project-resource.copied-${kind}`,
      `select ${key} as "key", ${content}_sha256 as "sha256" from ${copies} where run_id = :runId order by ${key}`,
    ),
    deleteContents: statement<{ runId: string }>(
      `project-resource.forget-contents-${kind}`,
      `update ${copies} set ${content} = null where run_id = :runId and ${content} is not null`,
    ),
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

export const putSkill = oneRowStatement<{ projectId: string; slug: string; content: string; now: Date }, SkillRow>(
  'project-resource.put-skill',
  insertInto(projectSkill, ['projectId', 'slug', 'content'], now, replacing('slug', 'content', projectSkill.columns)),
)

const putOneToolServer = oneRowStatement<{ projectId: string; name: string; config: Json; now: Date }, ToolServerRow>(
  'project-resource.put-tool-server',
  insertInto(
    projectToolServer,
    ['projectId', 'name', 'config'],
    now,
    replacing('name', 'config', projectToolServer.columns),
  ),
)
export const putToolServer = (
  tx: Transaction,
  { config, ...server }: Pick<ToolServerRow, 'name' | 'config'> & { readonly projectId: string; readonly now: Date },
) => putOneToolServer(tx, { ...server, config: json(config) })

/** Copies the project's skills and tool servers to a run: later changes are for later runs. */
export const copyResources = async (tx: Transaction, projectId: string, runId: string): Promise<void> => {
  await skills.copy(tx, { projectId, runId })
  await toolServers.copy(tx, { projectId, runId })
}

/** Deletes the contents of an ended run's copies; names and hashes stay. */
export const deleteCopiedContents = async (tx: Transaction, runId: string): Promise<void> => {
  await skills.deleteContents(tx, { runId })
  await toolServers.deleteContents(tx, { runId })
}

/** Returns the names and hashes of the skills and tool servers that a run received. */
export const resourcesOfRun = async (tx: Transaction, runId: string) => ({
  skills: (await skills.copied(tx, { runId })).map(({ key, sha256 }) => ({ slug: key, contentSha256: sha256 })),
  toolServers: (await toolServers.copied(tx, { runId })).map(({ key, sha256 }) => ({
    name: key,
    configSha256: sha256,
  })),
})

const skillContents = statement<{ runId: string }, { slug: string; content: string | null }>(
  'project-resource.skills-of-run',
  'select slug, content from run_skill where run_id = :runId and content is not null order by slug',
)
/** Returns the skills that a run received when it was planned, by slug; none once the run has ended. */
export const skillsOfRun = async (tx: Transaction, runId: string) =>
  (await skillContents(tx, { runId })).map(({ slug, content }) => ({
    slug,
    ...headOf(slug, content!),
    content: content!,
  }))

const toolServerConfigs = statement<{ runId: string }, { name: string; config: ToolServerConfig | null }>(
  'project-resource.tool-servers-of-run',
  'select name, config from run_tool_server where run_id = :runId and config is not null order by name',
)
/** Returns a run's tool servers by name; none once the run has ended. */
export const toolServersOfRun = async (tx: Transaction, runId: string) =>
  (await toolServerConfigs(tx, { runId })).map(({ name, config }) => ({ name, config: config! }))
