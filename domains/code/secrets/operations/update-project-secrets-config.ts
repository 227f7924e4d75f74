import { validate } from 'uuid'
import { faultsOfName } from '../../../../platform/contract/schema.ts'
import type { Vault } from '../../../../platform/crypto/index.ts'
import type { Fetcher } from '../../../../platform/fetch/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { lockProject } from '../../projects/index.ts'
import { checkConfig, metadataOf, type ClearConfig } from '../clear-config.ts'
import { updateProjectSecretsConfig } from '../contract/configs.ts'
import { openerOf, sealConfig } from '../open-secrets.ts'
import { presentConfig } from '../present-config.ts'
import { lockConfig, updateConfig } from '../store-configs.ts'

interface Parts {
  readonly vault: Vault
  readonly fetcher: Fetcher
}

export default ({ vault, fetcher }: Parts) =>
  handle(updateProjectSecretsConfig, async ({ tx, params, body, now, fail, invalid, absent, ok }) => {
    const { projectId, configId } = params
    if (!validate(configId)) return absent()
    await lockProject(tx, projectId)
    const before = (await lockConfig(tx, projectId, configId)) ?? absent()
    const faults = faultsOfName('label', body.label, [before.label])
    if (faults.length > 0) return invalid(faults)
    if (!vault.available) return fail.noVault()
    const stored = (await openerOf(tx, vault, projectId)).config(before)
    const judged = body.config ? checkConfig(stored, body.config, fetcher) : stored
    if ('problems' in judged) return invalid(judged.problems)
    const { config } = judged
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
    const about = {
      resource: ['secrets_config', row.id],
      parent: ['project', projectId],
      within: { projectId },
    } as const
    return ok(presentConfig(row), { ...about, metadata })
  })
