import type { Transaction } from '../../../../platform/db/transaction.ts'
import type { ProjectRow } from '../../../code/projects/index.ts'
import { executorFor, findAgent } from '../../../agents/agents/index.ts'
import type { CycleParts } from '../../workbench/index.ts'
import { type ChosenModel, harnessFor, modelFor, type ModelParts } from '../../../agents/models/index.ts'

export interface AnswerParts extends ModelParts, Pick<CycleParts, 'database' | 'socketFolder' | 'caps'> {}

/** The model that answers while no agent is at work. */
export interface Answerer {
  readonly agentId: string
  readonly chosen: ChosenModel
}

/** Why no model answers: a sentence for the agency. */
export interface AnswererUnavailable {
  readonly why: string
}

/** The agent that a message is for, else the project's executor, with its model. The offline model never answers. */
export const answererFor = async (
  tx: Transaction,
  parts: ModelParts,
  project: ProjectRow,
  agentId: string | null,
): Promise<Answerer | AnswererUnavailable> => {
  const agent =
    agentId === null
      ? await executorFor(tx, project, (await harnessFor(tx, project.id)).harness)
      : await findAgent(tx, agentId)
  if (!agent || ('deactivatedAt' in agent && agent.deactivatedAt))
    return { why: 'The agent that would answer is deactivated.' }
  const chosen = await modelFor(tx, parts, 'coder', agent.modelOverride ?? undefined)
  if ('message' in chosen) return { why: chosen.message }
  if (parts.gateway.provider.name === 'offline' && !chosen.endpoint)
    return { why: 'This instance has the built-in offline model alone, which gives no answers.' }
  return { agentId: agent.id, chosen }
}
