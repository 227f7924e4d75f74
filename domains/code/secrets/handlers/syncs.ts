import { pageMost } from '../../../../platform/contract/index.ts'
import type { Vault } from '../../../../platform/crypto/index.ts'
import { cursorOf } from '../../../../platform/db/page.ts'
import type { Fetcher } from '../../../../platform/fetch/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import * as syncsContract from '../contract/syncs.ts'
import { layersOfConfigs, openActiveConfigs, SecretsUnavailable } from '../resolve.ts'
import { mergedLayers } from '../rules/configs.ts'
import { syncPage, configsOf } from '../store-configs.ts'

export const listProjectSecretsSyncLogs = handle(
  syncsContract.listProjectSecretsSyncLogs,
  async ({ tx, params, query, next, ok }) => {
    const page = await syncPage(tx, params.projectId, cursorOf(query.cursor), query.limit ?? pageMost)
    next(page.next)
    return ok(page.rows)
  },
)

export const testProjectSecrets = ({ vault, fetcher }: { readonly vault: Vault; readonly fetcher: Fetcher }) =>
  handle(syncsContract.testProjectSecrets, async ({ params, read, commit, fail }) => {
    const { projectId } = params
    const isEmpty = await read(async (tx) => (await configsOf(tx, { projectId })).length === 0)
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
