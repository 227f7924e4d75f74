import { v7 as uuidv7 } from 'uuid'
import type { Vault } from '../../../../platform/crypto/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { lockProject } from '../../projects/index.ts'
import { createProjectSecretsConfig } from '../contract/configs.ts'
import { dataKeyOf } from '../data-key.ts'
import { configPlace } from '../open.ts'
import { presentConfig } from '../present-config.ts'
import { configsMost, problemsOfManual } from '../rules/configs.ts'
import { configsOf, insertConfig } from '../store-configs.ts'

export default (vault: Vault) =>
  handle(createProjectSecretsConfig, async ({ tx, params, body, now, fail, invalid, absent, created }) => {
    const problems = problemsOfManual(body.config)
    if (problems.length > 0) return invalid(problems)
    if (!vault.available) return fail.noVault()
    const project = (await lockProject(tx, params.projectId)) ?? absent()
    if ((await configsOf(tx, project.id)).length >= configsMost) return fail.tooMany()
    const dataKey = await dataKeyOf(tx, vault, project.id)
    const id = uuidv7()
    const { provider, label, envFilter = null, isActive = true } = body
    const row = await insertConfig(tx, {
      ...{ id, projectId: project.id, provider, label, envFilter, isActive },
      keyVersion: dataKey.scope.version,
      ciphertext: dataKey.seal(configPlace, id, Buffer.from(JSON.stringify(body.config))),
      createdAt: now,
    })
    const metadata = { label, provider, envFilter, isActive, names: Object.keys(body.config) }
    return created(presentConfig(row), { resource: ['secrets_config', id], parent: ['project', project.id], metadata })
  })
