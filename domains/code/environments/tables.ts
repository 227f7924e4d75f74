import { table, type RowOf } from '../../../platform/db/table.ts'

/** Plain values, and names of secrets whose values commands of checks get. No name is in both. */
export interface Variables {
  readonly variables: Readonly<Record<string, string>>
  readonly secrets: readonly string[]
}

/** People's input, of any shape; `effectOf` reads its variables and secrets. */
export type Config = Readonly<Record<string, unknown>>

export const environment = table(
  'environment',
  {
    id: 'uuid',
    projectId: 'uuid',
    label: 'text',
    config: 'jsonb',
    isActive: 'bool',
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
  },
  { workspaceId: 'uuid' },
)
export type EnvironmentRow = RowOf<typeof environment, { config: Config }>

export const runEnvironment = table(
  'run_environment',
  { environmentId: 'uuid', label: 'text', config: 'jsonb?' },
  { workspaceId: 'uuid', projectId: 'uuid', runId: 'uuid', position: 'int4' },
)
export type RunEnvironmentRow = RowOf<typeof runEnvironment, { config: Config | null }>
