import { gatewayBefore, gatewayWith, type ModelChoice, type ModelGateway } from '../../../execution/models/index.ts'
import type { InTransaction, Transaction } from '../../../platform/db/transaction.ts'
import type { AgentRole } from '../agents/index.ts'
import { resolvedModel, type RequestedModel } from './model-choice.ts'
import { openForRun } from './endpoint-provider.ts'
import { offeredBy, type ModelParts } from './offered-models.ts'
import { chooseHarness } from './rules.ts'
import { endpointNamedIn } from './store-endpoints.ts'
import { findHarnessPreferences, findModelPreference } from './store.ts'
import type { EndpointRow } from './tables.ts'

export interface ChosenModel {
  readonly chosenBy: 'agent' | 'preference' | 'instance'
  /** As it was asked for: a model of a workspace's endpoint has its name before it. */
  readonly identifier: string
  readonly choice: ModelChoice
  /** The endpoint of the workspace; undefined for that of the instance. */
  readonly endpoint: EndpointRow | undefined
}

/**
 * The model that a role works with: the agent's own, else the preference of the role, else that of the instance. An
 * agent's model goes with the temperature and the longest answer of the role's preference. A model that cannot be used
 * has a `message` for the agency instead.
 */
export const modelFor = async (
  tx: Transaction,
  parts: ModelParts,
  role: AgentRole,
  ofAgent?: string,
): Promise<ChosenModel | { readonly message: string }> => {
  const offered = offeredBy(parts)
  const preferred = await findModelPreference(tx, { role })
  const asked: RequestedModel = {
    model: ofAgent ?? preferred?.modelIdentifier ?? offered.own.model,
    ...(preferred?.temperature != null && { temperature: Number(preferred.temperature) }),
    ...(preferred?.maxTokens != null && { maxTokens: preferred.maxTokens }),
  }
  const isChosen = ofAgent !== undefined || preferred !== undefined
  const endpoint = isChosen ? await endpointNamedIn(tx, asked.model) : undefined
  const found = resolvedModel(offered, endpoint, asked)
  const chosenBy = ofAgent ? 'agent' : preferred ? 'preference' : 'instance'
  return 'refusal' in found
    ? { message: `The model ${asked.model} that the ${role} is set to cannot be used: ${found.refusal}.` }
    : { chosenBy, identifier: asked.model, choice: found.choice, endpoint: found.endpoint }
}

/** The gateway before the chosen model. Closing it closes an endpoint of the workspace. */
export const openChosen = (
  parts: ModelParts,
  read: InTransaction,
  { choice, endpoint }: Pick<ChosenModel, 'choice' | 'endpoint'>,
) => {
  if (!endpoint) return { gateway: gatewayWith(parts.gateway, choice), close: async () => undefined }
  const provider = openForRun(parts, read, endpoint, choice)
  return { gateway: gatewayBefore(parts.gateway, provider), close: () => provider.close() }
}

/** Lends the gateway before the chosen model; an endpoint of the workspace is closed again afterwards. */
export const withChosen = async <T>(
  parts: ModelParts,
  read: InTransaction,
  chosen: Pick<ChosenModel, 'choice' | 'endpoint'>,
  work: (gateway: ModelGateway) => Promise<T>,
): Promise<T> => {
  const { gateway, close } = openChosen(parts, read, chosen)
  try {
    return await work(gateway)
  } finally {
    await close()
  }
}

/** The harness of a project, or of the workspace, with the setting that chose it. */
export const harnessFor = async (tx: Transaction, projectId: string | undefined) =>
  chooseHarness(await findHarnessPreferences(tx, projectId))
