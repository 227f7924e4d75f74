import { table, type RowOf } from '../../../platform/db/table.ts'

export const projectSkill = table(
  'project_skill',
  { slug: 'text', content: 'text', createdAt: 'timestamptz', updatedAt: 'timestamptz' },
  { workspaceId: 'uuid', projectId: 'uuid' },
)
export type SkillRow = RowOf<typeof projectSkill>
