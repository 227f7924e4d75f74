import { resolveHarness } from '../../../execution/harness/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { ProjectRow } from '../../code/projects/index.ts'
import {
  builtInServing,
  executorFor,
  type AgentRole,
  type HarnessName,
  type ServingAgent,
} from '../../agents/agents/index.ts'
import { harnessFor, modelFor, type ChosenModel, type ModelParts } from '../../agents/models/index.ts'

/** The carrier of a task: the agent, the program that drives it, and the model behind it. */
export interface Carrier extends ChosenModel {
  readonly agent: ServingAgent
  readonly harness: HarnessName
}

/** Why nothing can carry a task out: the refusal of a start, and a sentence for the agency. */
export interface NoCarrier {
  readonly refused: 'noAgent' | 'noHarness' | 'noModel'
  readonly message: string
}

/** The role whose part of a task is carried out. */
type CarrierRole = Extract<AgentRole, 'coder' | 'tester' | 'writer'>

/**
 * Runs before a run begins, and again at each round of a task: settings may change between. The coder is the agent that
 * executes; the tester and the writer are the built-in ones. All of them work under the harness of the project.
 */
export const carrierFor = async (
  tx: Transaction,
  parts: ModelParts,
  project: Pick<ProjectRow, 'id' | 'runtime' | 'costCapMicros' | 'inherited'>,
  role: CarrierRole = 'coder',
): Promise<Carrier | NoCarrier> => {
  const { harness } = await harnessFor(tx, project.id)
  const agent = role === 'coder' ? await executorFor(tx, project, harness) : await builtInServing(tx, role)
  if (!agent) return { refused: 'noAgent', message: role === 'coder' ? noAgent(project) : inactive(role) }
  const resolved = resolveHarness(harness, parts.externalAgents())
  if (!resolved.installed) return { refused: 'noHarness', message: resolved.reason }
  const model = await modelFor(tx, parts, role, agent.modelOverride)
  if ('message' in model) return { refused: 'noModel', message: model.message }
  if (!model.choice.price && isCapped(project)) return { refused: 'noModel', message: unpriced(model) }
  return { agent, harness, ...model }
}

/** The needs of a project's agent for setups, checks and sandboxes; undefined if no agent carries its tasks out. */
export const requestedPlace = async (
  tx: Transaction,
  project: Pick<ProjectRow, 'id' | 'runtime'>,
): Promise<Pick<ServingAgent, 'runtimeVersion' | 'sandboxProfile'> | undefined> => {
  const { harness } = await harnessFor(tx, project.id)
  return executorFor(tx, project, harness)
}

/** True if the project or its workspace sets a cap; the operator's caps are checked when a model is called. */
const isCapped = ({ costCapMicros, inherited }: Pick<ProjectRow, 'costCapMicros' | 'inherited'>) =>
  [costCapMicros, inherited?.costCapMicros, inherited?.projectCostCapMicros, inherited?.cycleCostCapMicros].some(
    (micros) => typeof micros === 'number',
  )

const unpriced = ({ identifier }: ChosenModel) =>
  `The project has a cost cap, of its own or by its workspace, and what the model ${identifier} costs is not known, so that the cap would not hold.`

const inactive = (role: CarrierRole) => `The built-in ${role} is deactivated in this workspace.`

const noAgent = ({ runtime }: Pick<ProjectRow, 'runtime'>) =>
  runtime.agentId === undefined
    ? 'No agent carries out tasks here: the built-in coder is deactivated. Reactivate it, or make one that executes.'
    : 'The agent that the project names in runtime.agentId is missing or deactivated, is for another harness than that of the project, or does not carry tasks out.'
