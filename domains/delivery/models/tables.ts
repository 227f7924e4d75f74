import { table, type RowOf } from '../../../platform/db/table.ts'
import type { AgentRole, HarnessName } from '../agents/index.ts'

export const modelPreference = table(
  'model_preference',
  {
    role: 'text',
    modelIdentifier: 'text',
    maxTokens: 'int4?',
    temperature: 'numeric?',
    updatedAt: 'timestamptz',
  },
  { workspaceId: 'uuid', updatedBy: 'uuid' },
)
export type ModelPreferenceRow = RowOf<typeof modelPreference, { role: AgentRole }>

export const harnessPreference = table(
  'harness_preference',
  { id: 'uuid', projectId: 'uuid?', harness: 'text', createdAt: 'timestamptz', updatedAt: 'timestamptz' },
  { workspaceId: 'uuid', updatedBy: 'uuid' },
)
export type HarnessPreferenceRow = RowOf<typeof harnessPreference, { harness: HarnessName }>
