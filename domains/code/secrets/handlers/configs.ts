import { v7 as uuidv7, validate } from 'uuid'
import { faultsOfName } from '../../../../platform/contract/schema.ts'
import type { Vault } from '../../../../platform/crypto/index.ts'
import type { Fetcher } from '../../../../platform/fetch/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { lockProject } from '../../projects/index.ts'
import { checkConfig, metadataOf, type ClearConfig } from '../clear-config.ts'
import * as configsContract from '../contract/configs.ts'
import { sealConfig, openerOf } from '../open-secrets.ts'
import { presentConfig, presentConfigSummary } from '../present-config.ts'
import { configsMost } from '../rules/configs.ts'
import { configsOf, insertConfig, removeConfig, lockConfig, updateConfig } from '../store-configs.ts'
import type { ConfigRow } from '../tables.ts'

interface Parts {
  readonly vault: Vault
  readonly fetcher: Fetcher
}

/** Adds a secrets config: secrets, or the access to a secret manager, that runs of a project get as environment. */
export const createProjectSecretsConfig = ({ vault, fetcher }: Parts) =>
  handle(
    configsContract.createProjectSecretsConfig,
    async ({ tx, params, body, now, fail, invalid, absent, created }) => {
      const { provider, label, envFilter = null, isActive = true } = body
      const checked = checkConfig({ provider, config: undefined }, body.config, fetcher)
      if ('problems' in checked) return invalid(checked.problems)
      const { config } = checked
      if (!vault.available) return fail.noVault()
      const project = (await lockProject(tx, params.projectId)) ?? absent()
      if ((await configsOf(tx, { projectId: project.id })).length >= configsMost) return fail.tooMany()
      const ids = { projectId: project.id, id: uuidv7() }
      const row = await insertConfig(tx, {
        ...ids,
        provider,
        label,
        envFilter,
        isActive,
        ...(await sealConfig(tx, vault, ids, config)),
        createdAt: now,
      })
      const metadata = { label, provider, envFilter, isActive, ...metadataOf({ provider, config } as ClearConfig) }
      return created(presentConfig(row), subjectOf(row, metadata))
    },
  )

const subjectOf = ({ id, projectId }: ConfigRow, metadata: Readonly<Record<string, unknown>>) =>
  ({ resource: ['secrets_config', id], parent: ['project', projectId], within: { projectId }, metadata }) as const

export const deleteProjectSecretsConfig = handle(
  configsContract.deleteProjectSecretsConfig,
  async ({ tx, params, ok }) => {
    const { projectId, configId } = params
    const removed = validate(configId) ? await removeConfig(tx, { projectId, id: configId }) : undefined
    const metadata = { configId: configId.slice(0, 100), label: removed?.label ?? null }
    const about = { resource: ['project', projectId], within: { projectId }, metadata } as const
    return ok({ deleted: removed !== undefined }, removed ? about : { ...about, repeated: true })
  },
)

export const listProjectSecretsConfigs = (vault: Vault) =>
  handle(configsContract.listProjectSecretsConfigs, async ({ tx, params, fail, ok }) => {
    const rows = await configsOf(tx, { projectId: params.projectId })
    if (rows.length === 0) return ok([])
    if (!vault.available) return fail.noVault()
    const opener = await openerOf(tx, vault, params.projectId)
    return ok(rows.map((row) => presentConfigSummary(row, opener.config(row))))
  })

export const updateProjectSecretsConfig = ({ vault, fetcher }: Parts) =>
  handle(configsContract.updateProjectSecretsConfig, async ({ tx, params, body, now, fail, invalid, absent, ok }) => {
    const { projectId, configId } = params
    if (!validate(configId)) return absent()
    await lockProject(tx, projectId)
    const before = (await lockConfig(tx, { projectId, id: configId })) ?? absent()
    const faults = faultsOfName('label', body.label, [before.label])
    if (faults.length > 0) return invalid(faults)
    if (!vault.available) return fail.noVault()
    const stored = (await openerOf(tx, vault, projectId)).config(before)
    const checked = body.config ? checkConfig(stored, body.config, fetcher) : stored
    if ('problems' in checked) return invalid(checked.problems)
    const { config } = checked
    const { label = before.label, envFilter = before.envFilter, isActive = before.isActive } = body
    const row = await updateConfig(tx, {
      id: before.id,
      label,
      envFilter,
      isActive,
      updatedAt: now,
      ...(await sealConfig(tx, vault, before, config)),
    })
    const clear = { provider: before.provider, config } as ClearConfig
    const metadata = { label, envFilter, isActive, fields: Object.keys(body), ...metadataOf(clear) }
    return ok(presentConfig(row), subjectOf(row, metadata))
  })
