import { statement } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { projectSkill, type SkillRow } from './tables.ts'

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

const removeAll = statement<{ projectId: string }>(
  'skill.remove',
  'delete from project_skill where project_id = :projectId',
)
export const removeSkills = (tx: Transaction, projectId: string) => removeAll(tx, { projectId })
