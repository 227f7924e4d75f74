import { v7 as uuidv7 } from 'uuid'
import type { Static } from '../../../platform/contract/index.ts'
import { faultsOfName } from '../../../platform/contract/schema.ts'
import { handle } from '../../../platform/handler/index.ts'
import { lockProject } from '../projects/index.ts'
import { faultsOf } from './config.ts'
import * as contract from './contract.ts'
import type { Environment } from './contract.ts'
import { effectOf } from './for-runs.ts'
import { environmentsMost, faultsOfLabel } from './rules.ts'
import { environmentsOf, insertEnvironment, removeEnvironment, changeEnvironment } from './store.ts'
import type { EnvironmentRow } from './tables.ts'

const presentEnvironment = (row: EnvironmentRow): Static<typeof Environment> => {
  const { variables, secrets } = effectOf(row.config)
  return { ...row, config: { ...row.config }, effect: { variables: { ...variables }, secrets: [...secrets] } }
}

/** The subject of an environment's audit rows: names, and no value. */
const environmentAuditSubject = ({ id, projectId, label, isActive, config }: EnvironmentRow) => {
  const { variables, secrets } = effectOf(config)
  return {
    resource: ['environment', id] as const,
    parent: ['project', projectId] as const,
    within: { projectId },
    metadata: { label, isActive, variables: Object.keys(variables), secrets },
  }
}

const createProjectEnvironment = handle(
  contract.createProjectEnvironment,
  async ({ tx, params, body, now, fail, invalid, absent, created }) => {
    const { projectId } = params
    const { label, config, isActive = true } = body
    const faults = faultsOf(config)
    if (faults.length > 0) return invalid(faults)
    if (!(await lockProject(tx, projectId))) return absent()
    const others = await environmentsOf(tx, { projectId })
    if (others.length >= environmentsMost) return fail.tooMany()
    const labelFaults = faultsOfLabel({ label, isActive }, others)
    if (labelFaults.length > 0) return invalid(labelFaults)
    const row = await insertEnvironment(tx, { id: uuidv7(), projectId, label, config, isActive, createdAt: now })
    return created(presentEnvironment(row), environmentAuditSubject(row))
  },
)

const deleteProjectEnvironment = handle(contract.deleteProjectEnvironment, async ({ tx, params, absent, ok }) => {
  const { projectId } = params
  if (!(await lockProject(tx, projectId))) return absent()
  const row = await removeEnvironment(tx, params)
  const about = row ? environmentAuditSubject(row) : ({ resource: ['project', projectId], repeated: true } as const)
  return ok({ deleted: row !== undefined }, about)
})

const listProjectEnvironments = handle(contract.listProjectEnvironments, async ({ tx, params, ok }) =>
  ok((await environmentsOf(tx, { projectId: params.projectId })).map(presentEnvironment)),
)

const updateProjectEnvironment = handle(
  contract.updateProjectEnvironment,
  async ({ tx, params, body, now, invalid, absent, ok }) => {
    const { id, projectId } = params
    const { config } = body
    if (!(await lockProject(tx, projectId))) return absent()
    const all = await environmentsOf(tx, { projectId })
    const stored = all.find((one) => one.id === id) ?? absent()
    const { label = stored.label, isActive = stored.isActive } = body
    const isSame = label === stored.label && isActive === stored.isActive
    const faults = [
      ...faultsOfName('label', body.label, [stored.label]),
      ...(isSame ? [] : faultsOfLabel({ id, label, isActive }, all)),
      ...(config ? faultsOf(config) : []),
    ]
    if (faults.length > 0) return invalid(faults)
    const row = (await changeEnvironment(tx, params, body, now)) ?? absent()
    return ok(presentEnvironment(row), environmentAuditSubject(row))
  },
)

export default { listProjectEnvironments, createProjectEnvironment, updateProjectEnvironment, deleteProjectEnvironment }
