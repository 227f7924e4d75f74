import { models } from '../../../domains/agents/models/contract.ts'
import { callableModels } from '../client/callable-models.ts'
import type { Client } from '../client/client.ts'

/**
 * True if a run of this description could only fail for want of a model: none is set up, and the description has no
 * blocks, such as ```file or ```run, that the built-in offline model carries out. A project or workspace whose tasks are
 * carried out by another harness than ours, `native`, needs no model here.
 */
export const lacksModel = async (client: Client, description: string, projectId?: string): Promise<boolean> => {
  const { harness } =
    projectId === undefined
      ? await client.call(models.getResolvedOrganizationHarness)
      : await client.call(models.getResolvedProjectHarness, { params: { projectId } })
  if (harness !== 'native' || (await callableModels(client)).models.length > 0) return false
  // Loaded here: a workspace with a model needs none of the code that talks to models.
  const { readBlocks } = await import('../../../execution/models/index.ts')
  const { blocks, problems } = readBlocks(description)
  // A block with a mistake is meant for the offline model too: the run reports the mistake.
  return blocks.length + problems.length === 0
}
