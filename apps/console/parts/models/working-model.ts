import type { listAiModels, listModelPreferences } from '../../../../domains/agents/models/contract.ts'
import type { AgentRole } from '../../../../domains/agents/agents/rules.ts'
import type { Reply } from '../../../../platform/client/index.ts'

export type CallableModel = Reply<typeof listAiModels>['data'][number]
export type Preferences = Reply<typeof listModelPreferences>

/** The model that a role would work with now, and who chose it. */
type WorkingModel =
  | { readonly kind: 'model'; readonly id: string; readonly chosenBy: 'agent' | 'role' | 'server' }
  /** The built-in model, which writes no code. */
  | { readonly kind: 'offline' }
  /** Set, and refused by the next run. */
  | { readonly kind: 'unusable'; readonly id: string; readonly reason: string }

/** The model of the server itself: models of the workspace's endpoints have the name of their endpoint before them. */
export const serverModel = (models: readonly CallableModel[]): CallableModel | undefined =>
  models.find(({ id, owned_by: owner }) => !id.startsWith(`${owner}/`))

/** A connected model that could work, for a workspace that works with the offline model. */
export const usableModel = (models: readonly CallableModel[]): CallableModel | undefined =>
  models.find(({ owned_by: owner }) => owner !== 'offline')

/** The agent's own model, else that of its role, else the server's. */
export const workingModel = (
  role: AgentRole,
  models: readonly CallableModel[],
  preferences: Preferences,
  ofAgent: string | null = null,
): WorkingModel => {
  const preference = preferences.find((one) => one.role === role)
  if (ofAgent === null && preference && !preference.inEffect) {
    return { kind: 'unusable', id: preference.modelIdentifier, reason: preference.reason ?? '' }
  }
  const id = ofAgent ?? preference?.modelIdentifier ?? serverModel(models)?.id
  const model = models.find((one) => one.id === id)
  if (id === undefined || model?.owned_by === 'offline') return { kind: 'offline' }
  return { kind: 'model', id, chosenBy: ofAgent !== null ? 'agent' : preference ? 'role' : 'server' }
}
