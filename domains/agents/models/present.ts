import { type ExternalAgents, resolveHarness } from '../../../execution/harness/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { Static } from '../../../platform/contract/index.ts'
import type { HarnessPreference, ModelCallPolicy, ModelPreference, ResolvedHarness } from './contract.ts'
import { resolvedModel } from './model-choice.ts'
import { offeredBy, type ModelParts } from './offered-models.ts'
import type { ChosenHarness } from './rules.ts'
import { policyByDefault } from './rules/call-policy.ts'
import { endpointNamedIn } from './store-endpoints.ts'
import type { CallPolicyRow, HarnessPreferenceRow, ModelPreferenceRow } from './tables.ts'

/** A preference with the obstacle to its effect: a model that cannot be used now. */
export const presentPreference = async (
  tx: Transaction,
  parts: ModelParts,
  { temperature, ...row }: ModelPreferenceRow,
): Promise<Static<typeof ModelPreference>> => {
  const endpoint = await endpointNamedIn(tx, row.modelIdentifier)
  const found = resolvedModel(offeredBy(parts), endpoint, { model: row.modelIdentifier })
  const reason = 'refusal' in found ? `The model cannot be used: ${found.refusal}.` : null
  return {
    ...row,
    temperature: temperature === null ? null : Number(temperature),
    inEffect: reason === null,
    reason,
  }
}

export const presentHarness = (row: HarnessPreferenceRow): Static<typeof HarnessPreference> => ({
  harness: row.harness,
  projectId: row.projectId,
  updatedAt: row.updatedAt,
})

export const presentResolved = (
  { harness, chosenBy }: ChosenHarness,
  agents: ExternalAgents,
  skippedAgents: Static<typeof ResolvedHarness>['skippedAgents'],
): Static<typeof ResolvedHarness> => {
  const resolved = resolveHarness(harness, agents)
  const { installed } = resolved
  return { harness, chosenBy, installed, reason: installed ? null : resolved.reason, skippedAgents }
}

export const presentCallPolicy = (row: CallPolicyRow | undefined): Static<typeof ModelCallPolicy> => ({
  ...policyByDefault,
  updatedAt: null,
  ...row,
  fallbacks: (row ?? policyByDefault).fallbacks.map(({ model, next }) => ({ model, next: [...next] })),
})
