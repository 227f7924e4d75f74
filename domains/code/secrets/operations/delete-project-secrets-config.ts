import { validate } from 'uuid'
import { handle } from '../../../../platform/handler/index.ts'
import { deleteProjectSecretsConfig } from '../contract/configs.ts'
import { removeConfig } from '../store-configs.ts'

export default handle(deleteProjectSecretsConfig, async ({ tx, params, ok }) => {
  const { projectId, configId } = params
  const label = validate(configId) ? await removeConfig(tx, projectId, configId) : undefined
  const metadata = { configId: configId.slice(0, 100), label: label ?? null }
  const about = { resource: ['project', projectId], within: { projectId }, metadata } as const
  return ok({ deleted: true }, label === undefined ? { ...about, repeated: true } : about)
})
