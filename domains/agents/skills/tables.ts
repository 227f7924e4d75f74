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
export type RunSkillRow = RowOf<typeof runSkill>
