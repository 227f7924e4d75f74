import { statement } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { projectSkill, runSkill, type RunSkillRow, type SkillRow } from './tables.ts'

const list = statement<{ projectId: string }, SkillRow>(
  'skill.list',
  `select ${projectSkill.columns} from project_skill where project_id = :projectId order by slug`,
)
/** The skills of a project with their content; there are few. */
export const skillsOf = (tx: Transaction, projectId: string) => list(tx, { projectId })

const put = statement<{ projectId: string; slug: string; content: string; now: Date }, SkillRow>(
  'skill.put',
  insertInto(
    projectSkill,
    ['projectId', 'slug', 'content'],
    { workspaceId: ':workspace', createdAt: ':now', updatedAt: ':now' },
    `on conflict (project_id, slug) do update set content = excluded.content, updated_at = excluded.updated_at
     returning ${projectSkill.columns}`,
  ),
)
export const putSkill = async (
  tx: Transaction,
  projectId: string,
  skill: { readonly slug: string; readonly content: string },
  now: Date,
): Promise<SkillRow> => (await put(tx, { projectId, ...skill, now }))[0]!

const removeOne = statement<{ projectId: string; slug: string }, { slug: string }>(
  'skill.delete',
  'delete from project_skill where project_id = :projectId and slug = :slug returning slug',
)
/** Whether there was one. */
export const removeSkill = async (tx: Transaction, projectId: string, slug: string): Promise<boolean> =>
  (await removeOne(tx, { projectId, slug })).length > 0

const take = statement<{ projectId: string; runId: string }>(
  'skill.take',
  `insert into run_skill (workspace_id, project_id, run_id, slug, content_sha256, content)
   select workspace_id, project_id, :runId, slug, encode(sha256(convert_to(content, 'UTF8')), 'hex'), content
   from project_skill where project_id = :projectId on conflict do nothing`,
)
/** Gives a run the skills that the project has now: what changes later is for later runs. */
export const takeSkills = (tx: Transaction, projectId: string, runId: string) => take(tx, { projectId, runId })

const taken = statement<{ runId: string }, RunSkillRow>(
  'skill.of-run',
  `select ${runSkill.columns} from run_skill where run_id = :runId order by slug`,
)
/** Which skills a run was given, by slug. */
export const skillsTakenBy = (tx: Transaction, runId: string) => taken(tx, { runId })

const contents = statement<{ runId: string }, Pick<RunSkillRow, 'slug'> & { content: string | null }>(
  'skill.contents-of-run',
  'select slug, content from run_skill where run_id = :runId order by slug',
)
/** The skills of a run, by slug; without content once it has ended. */
export const contentsTakenBy = (tx: Transaction, runId: string) => contents(tx, { runId })

const forget = statement<{ runId: string }>(
  'skill.forget-run',
  'update run_skill set content = null where run_id = :runId and content is not null',
)
/** Forgets the content of what a run was given that has ended. */
export const forgetSkillsOf = (tx: Transaction, runId: string) => forget(tx, { runId })

const removals = ['project_skill', 'run_skill'].map((name) =>
  statement<{ projectId: string }>(`skill.remove-${name}`, `delete from ${name} where project_id = :projectId`),
)
export const removeSkills = async (tx: Transaction, projectId: string): Promise<void> => {
  for (const remove of removals) await remove(tx, { projectId })
}
