import { type ExternalAgents, resolveHarness } from '../../../execution/harness/index.ts'
import type { Static } from '../../../platform/contract/index.ts'
import type { HarnessPreference, ModelCallPolicy, ModelPreference, ResolvedHarness } from './contract.ts'
import type { ChosenHarness } from './rules.ts'
import { policyByDefault } from './rules/call-policy.ts'
import type { CallPolicyRow, HarnessPreferenceRow, ModelPreferenceRow } from './tables.ts'

const rolesAtWork: readonly string[] = ['planner', 'coder', 'reviewer', 'intake']

export const presentPreference = ({ temperature, ...row }: ModelPreferenceRow): Static<typeof ModelPreference> => ({
  ...row,
  temperature: temperature === null ? null : Number(temperature),
  inEffect: rolesAtWork.includes(row.role),
})

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
