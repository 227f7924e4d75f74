import type { InvalidField } from '../../../../platform/contract/index.ts'
import { sentence } from '../../sentences/index.ts'

/** The obstacle of an autonomous run that a person has to remove, in a word. */
export type ProjectRunObstacle = 'cycle_cap' | 'cost_cap' | 'notConnected' | 'noAgent' | 'noHarness' | 'noModel'

/** The input of a pass in a project's run. */
export interface Situation {
  /** Cycles that a run works on, begun by it or by a person. */
  readonly alive: number
  readonly next: string | undefined
  readonly begun: number
  readonly cycleCap: number | null
  readonly isCostCapReached: boolean
}

export type Move =
  | { readonly kind: 'wait'; readonly until: 'the cycle ends' | 'a cycle is proposed' }
  | { readonly kind: 'park'; readonly obstacle: 'cycle_cap' | 'cost_cap' }
  | { readonly kind: 'begin'; readonly cycleId: string }

/** Returns the next move of a project's run: one cycle at a time, and caps only stop a cycle that would begin. */
export const nextMove = ({ alive, next, begun, cycleCap, isCostCapReached }: Situation): Move => {
  if (alive > 0) return { kind: 'wait', until: 'the cycle ends' }
  if (next === undefined) return { kind: 'wait', until: 'a cycle is proposed' }
  if (cycleCap !== null && begun >= cycleCap) return { kind: 'park', obstacle: 'cycle_cap' }
  if (isCostCapReached) return { kind: 'park', obstacle: 'cost_cap' }
  return { kind: 'begin', cycleId: next }
}

interface ProjectBudgetState {
  readonly capMicros: number | null
  readonly spentMicros: number
  readonly reservedMicros: number
  /** Why the last cycle of the run failed, if no cap was raised since. */
  readonly lastFailure: string | undefined
}

// Caps that would stop the next cycle as well; the cap of a cycle stops only that cycle.
const sharedCapFailures = ['project_cap_reached', 'workspace_cap_reached', 'instance_cap_reached']

/** True if a further cycle could ask no model: spending reaches the cap, or a cap refused the last cycle. */
export const isCostCapReached = (state: ProjectBudgetState): boolean =>
  (state.capMicros !== null && state.spentMicros + state.reservedMicros >= state.capMicros) ||
  sharedCapFailures.includes(state.lastFailure ?? '')

/** The sentence about a run that waits for a person. */
export const reasons: Readonly<Record<ProjectRunObstacle, string>> = {
  cycle_cap: sentence('autopilot_cycle_cap'),
  cost_cap: sentence('autopilot_cost_cap'),
  notConnected: sentence('autopilot_not_connected'),
  noAgent: sentence('autopilot_no_agent'),
  noHarness: sentence('autopilot_no_harness'),
  noModel: sentence('autopilot_no_model'),
}

/** The reasons of a resume: a cap was raised, or another obstacle was changed. */
export const labels = { raised: 'cap-raised', changed: 'look-again' } as const

export const labelFor = (obstacle: ProjectRunObstacle): string =>
  obstacle === 'cycle_cap' || obstacle === 'cost_cap' ? labels.raised : labels.changed

/** The faults of an order of drafts, by the place in the list. */
export const faultsOfOrder = (ids: readonly string[], drafts: ReadonlySet<string>): InvalidField[] =>
  ids.flatMap((id, at) => {
    const path = `next.${at}.cycleId`
    if (ids.indexOf(id) !== at) return [{ path, message: 'is named above already', rule: 'unique' }]
    return drafts.has(id) ? [] : [{ path, message: 'is no draft of this project', rule: 'unknown' }]
  })
