import type { Vault } from '../../../../platform/crypto/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { listProjectSecretsConfigs } from '../contract/configs.ts'
import { openerOf } from '../open-secrets.ts'
import { presentConfigSummary } from '../present-config.ts'
import { configsOf } from '../store-configs.ts'

export default (vault: Vault) =>
  handle(listProjectSecretsConfigs, async ({ tx, params, fail, ok }) => {
    const rows = await configsOf(tx, params.projectId)
    if (rows.length === 0) return ok([])
    if (!vault.available) return fail.noVault()
    const opener = await openerOf(tx, vault, params.projectId)
    return ok(rows.map((row) => presentConfigSummary(row, opener.config(row))))
  })
