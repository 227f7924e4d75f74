import type { Static } from '../../../platform/contract/index.ts'
import type { Environment } from './contract.ts'
import { effectOf } from './effect.ts'
import type { EnvironmentRow } from './tables.ts'

export const presentEnvironment = (row: EnvironmentRow): Static<typeof Environment> => {
  const { variables, secrets } = effectOf(row.config)
  return { ...row, config: { ...row.config }, effect: { variables: { ...variables }, secrets: [...secrets] } }
}

/** The subject of an environment's audit rows: names, and no value. */
export const environmentAuditSubject = ({ id, projectId, label, isActive, config }: EnvironmentRow) => {
  const { variables, secrets } = effectOf(config)
  return {
    resource: ['environment', id] as const,
    parent: ['project', projectId] as const,
    within: { projectId },
    metadata: { label, isActive, variables: Object.keys(variables), secrets },
  }
}
