import { table, type RowOf } from '../../../platform/db/table.ts'
import type { Duty, HarnessName, Pipeline, SandboxProfile } from './rules.ts'

export const agent = table(
  'agent',
  {
    id: 'uuid',
    projectId: 'uuid?',
    name: 'text',
    description: 'text?',
    instructions: 'text?',
    duty: 'text',
    avatarKey: 'text?',
    avatarUrl: 'text?',
    modelOverride: 'text?',
    pipeline: 'text?',
    runtimeKind: 'text',
    runtimeVersion: 'text?',
    sandboxProfile: 'text?',
    createdBy: 'uuid',
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
    deactivatedAt: 'timestamptz?',
  },
  { workspaceId: 'uuid', deactivatedBy: 'uuid?', nameKey: 'text?' },
)
export type AgentRow = RowOf<
  typeof agent,
  {
    duty: Duty
    runtimeKind: HarnessName
    pipeline: Pipeline | null
    sandboxProfile: SandboxProfile | null
  }
>

export const builtInAgentEnd = table(
  'built_in_agent_end',
  { agentId: 'uuid', deactivatedAt: 'timestamptz' },
  { workspaceId: 'uuid', deactivatedBy: 'uuid' },
)
