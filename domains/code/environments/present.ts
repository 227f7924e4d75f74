import type { Static } from '../../../platform/contract/index.ts'
import type { Environment } from './contract.ts'
import type { EnvironmentRow } from './tables.ts'

export const presentEnvironment = ({ config, ...row }: EnvironmentRow): Static<typeof Environment> => ({
  ...row,
  config: { variables: { ...config.variables }, secrets: [...config.secrets] },
})

/** What the audit log says of an environment: names, and no value. */
export const environmentAuditSubject = ({ id, projectId, label, isActive, config }: EnvironmentRow) => ({
  resource: ['environment', id] as const,
  parent: ['project', projectId] as const,
  within: { projectId },
  metadata: { label, isActive, variables: Object.keys(config.variables).sort(), secrets: config.secrets },
})
