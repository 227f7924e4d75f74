import type { ModelChoice } from '../../../execution/models/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { AgentRole, HarnessName } from '../agents/index.ts'
import { choiceOf, type AskedModel, type OfferedModels } from './choice.ts'
import { chooseHarness } from './rules.ts'
import { findHarnessPreferences, findModelPreference } from './store.ts'

export interface ChosenModel {
  readonly chosenBy: 'agent' | 'preference' | 'instance'
  readonly choice: ModelChoice
}

/** A model that somebody asked for and that cannot be used; `message` is a sentence for the agency. */
export interface ModelRefusal {
  readonly message: string
}

/**
 * The model that a role works with: the agent's own, else the preference of the role, else that of the instance. An
 * agent's model goes with the temperature and the longest answer of the role's preference.
 */
export const modelFor = async (
  tx: Transaction,
  offered: OfferedModels,
  role: AgentRole,
  ofAgent?: string,
): Promise<ChosenModel | ModelRefusal> => {
  const preferred = await findModelPreference(tx, role)
  const asked: AskedModel = {
    model: ofAgent ?? preferred?.modelIdentifier ?? offered.own.model,
    ...(preferred?.temperature != null && { temperature: Number(preferred.temperature) }),
    ...(preferred?.maxTokens != null && { maxTokens: preferred.maxTokens }),
  }
  const choice = choiceOf(offered, asked)
  const chosenBy = ofAgent ? 'agent' : preferred ? 'preference' : 'instance'
  return 'refusal' in choice
    ? { message: `The model ${asked.model} that the ${role} is set to cannot be used: ${choice.refusal}.` }
    : { chosenBy, choice }
}

/** The harness of a project, or of the workspace, with what chose it. `ofAgent` is what the agent was made for. */
export const harnessFor = async (tx: Transaction, projectId: string | undefined, ofAgent: HarnessName | undefined) =>
  chooseHarness(await findHarnessPreferences(tx, projectId), ofAgent)
