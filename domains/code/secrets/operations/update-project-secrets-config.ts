import { validate } from 'uuid'
import type { Vault } from '../../../../platform/crypto/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { lockProject } from '../../projects/index.ts'
import { updateProjectSecretsConfig } from '../contract/configs.ts'
import { dataKeyOf } from '../data-key.ts'
import { configPlace, openerOf } from '../open.ts'
import { presentConfig } from '../present-config.ts'
import { problemsOfManual } from '../rules/configs.ts'
import { lockConfig, updateConfig } from '../store-configs.ts'

export default (vault: Vault) =>
  handle(updateProjectSecretsConfig, async ({ tx, params, body, now, fail, invalid, absent, ok }) => {
    const { projectId, configId } = params
    if (!validate(configId)) return absent()
    await lockProject(tx, projectId)
    const before = (await lockConfig(tx, projectId, configId)) ?? absent()
    const problems = problemsOfManual(body.config ?? {})
    if (problems.length > 0) return invalid(problems)
    if (!vault.available) return fail.noVault()
    const config = body.config ?? (await openerOf(tx, vault, projectId)).config(before)
    const dataKey = await dataKeyOf(tx, vault, projectId)
    const { label = before.label, envFilter = before.envFilter, isActive = before.isActive } = body
    const row = await updateConfig(tx, {
      ...{ id: before.id, label, envFilter, isActive, keyVersion: dataKey.scope.version, updatedAt: now },
      ciphertext: dataKey.seal(configPlace, before.id, Buffer.from(JSON.stringify(config))),
    })
    const metadata = { label, envFilter, isActive, fields: Object.keys(body), names: Object.keys(config) }
    return ok(presentConfig(row), { resource: ['secrets_config', row.id], parent: ['project', projectId], metadata })
  })
