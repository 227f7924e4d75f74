import { models } from '../../../domains/agents/models/contract.ts'
import { callableModels } from '../client/callable-models.ts'
import type { Client } from '../client/client.ts'
import { atelier } from '../command.ts'
import { failed } from '../failure.ts'

/**
 * Ends the command where only the built-in offline model would carry out a description without blocks for it: its run
 * could only fail. A project or workspace whose tasks are carried out by another harness needs no model here.
 */
export const requireModel = async (client: Client, description: string, projectId?: string): Promise<void> => {
  if ((await harnessOf(client, projectId)) !== 'native' || (await callableModels(client)).models.length > 0) return
  // Loaded here: a workspace with a model needs none of the code that talks to models.
  const { readBlocks } = await import('../../../execution/models/index.ts')
  const { blocks, problems } = readBlocks(description)
  if (blocks.length + problems.length > 0) return
  throw failed(
    'no_model',
    [
      'No model is configured, and the built-in offline model cannot write code. Nothing was imported or proposed.',
      `Add a model: ${atelier} models endpoints add mine https://api.example.com/v1 --model gpt-5=1.25/10`,
      `Or try a change that is spelled out: ${atelier} deliver --file samples/word-count.md <a copy of samples/word-count>`,
    ].join('\n'),
  )
}

const harnessOf = async (client: Client, projectId: string | undefined) => {
  const { harness } =
    projectId === undefined
      ? await client.call(models.getResolvedOrganizationHarness)
      : await client.call(models.getResolvedProjectHarness, { params: { projectId } })
  return harness
}
