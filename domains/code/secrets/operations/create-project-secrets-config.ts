import { v7 as uuidv7 } from 'uuid'
import type { Vault } from '../../../../platform/crypto/index.ts'
import type { Fetcher } from '../../../../platform/fetch/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { lockProject } from '../../projects/index.ts'
import { checkConfig, metadataOf, type ClearConfig } from '../clear-config.ts'
import { createProjectSecretsConfig } from '../contract/configs.ts'
import { sealConfig } from '../open-secrets.ts'
import { presentConfig } from '../present-config.ts'
import { configsMost } from '../rules/configs.ts'
import { configsOf, insertConfig } from '../store-configs.ts'

interface Parts {
  readonly vault: Vault
  readonly fetcher: Fetcher
}

export default ({ vault, fetcher }: Parts) =>
  handle(createProjectSecretsConfig, async ({ tx, params, body, now, fail, invalid, absent, created }) => {
    const { provider, label, envFilter = null, isActive = true } = body
    const judged = checkConfig({ provider, config: undefined }, body.config, fetcher)
    if ('problems' in judged) return invalid(judged.problems)
    const { config } = judged
    if (!vault.available) return fail.noVault()
    const project = (await lockProject(tx, params.projectId)) ?? absent()
    if ((await configsOf(tx, project.id)).length >= configsMost) return fail.tooMany()
    const place = { projectId: project.id, id: uuidv7() }
    const row = await insertConfig(tx, {
      ...place,
      provider,
      label,
      envFilter,
      isActive,
      ...(await sealConfig(tx, vault, place, config)),
      createdAt: now,
    })
    const metadata = { label, provider, envFilter, isActive, ...metadataOf({ provider, config } as ClearConfig) }
    return created(presentConfig(row), {
      resource: ['secrets_config', row.id],
      parent: ['project', project.id],
      within: { projectId: project.id },
      metadata,
    })
  })
