import type { Vault } from '../../../../platform/crypto/index.ts'
import type { Fetcher } from '../../../../platform/fetch/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { testProjectSecrets } from '../contract/syncs.ts'
import { layersOfConfigs, openActiveConfigs, SecretsUnavailable } from '../resolve.ts'
import { mergedLayers } from '../rules/configs.ts'
import { configsOf } from '../store-configs.ts'

interface Parts {
  readonly vault: Vault
  readonly fetcher: Fetcher
}

export default ({ vault, fetcher }: Parts) =>
  handle(testProjectSecrets, async ({ params, read, commit, fail }) => {
    const { projectId } = params
    const isEmpty = await read(async (tx) => (await configsOf(tx, projectId)).length === 0)
    if (!isEmpty && !vault.available) return fail.noVault()
    const configs = await read((tx) => openActiveConfigs(tx, vault, projectId))
    const layers = await layersOfConfigs(configs, fetcher).catch((error: unknown) => {
      if (!(error instanceof SecretsUnavailable)) throw error
      return fail.refused({ error: error.message })
    })
    const names = [...mergedLayers(layers).keys()].sort()
    const metadata = { configs: configs.length, count: names.length }
    return commit(async ({ ok }) => ok({ names, count: names.length }, { resource: ['project', projectId], metadata }))
  })
