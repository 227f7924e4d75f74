import { workspaceSettings } from '../../../domains/accounts/workspaces/contract.ts'
import { models } from '../../../domains/agents/models/contract.ts'
import type { Client } from './client.ts'

/** The workspace, and the models that it can call beside the built-in offline one. */
export const callableModels = async (client: Client) => {
  const { workspaceId, name } = await client.call(workspaceSettings.getWorkspaceSettings)
  const { data } = await client.call(models.listAiModels, { params: { workspaceId } })
  return { workspaceName: name, models: data.filter((model) => model.owned_by !== 'offline') }
}
