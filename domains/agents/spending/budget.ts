import { dollars } from '../../../execution/models/index.ts'

export type ScopeKind = 'cycle' | 'project' | 'workspace' | 'instance'

/** A subject with a budget of its own. The instance's id is the nil UUID. */
export interface Scope {
  readonly kind: ScopeKind
  readonly id: string
}

export const instanceScope: Scope = { kind: 'instance', id: '00000000-0000-0000-0000-000000000000' }

/** `capMicros` null means no cap. */
export interface Budget {
  readonly capMicros: number | null
  readonly spentMicros: number
  readonly reservedMicros: number
  /** The highest of 50, 80 and 100 percent of the cap about which people got a warning, or 0. */
  readonly warnedPercent: number
}

/** The payer of a model call: always a workspace, with the project, cycle, task and run that the call works for. */
export interface Payer {
  readonly workspaceId: string
  readonly projectId?: string | undefined
  readonly cycleId?: string | undefined
  readonly taskId?: string | undefined
  readonly runId?: string | undefined
  /** The workspace's own model endpoint, if the call uses it: the instance pays nothing for it. */
  readonly endpointId?: string | undefined
  /** The person who asked for it; undefined for the work of a run. */
  readonly calledBy?: string | undefined
  /** The name of the step within its run, equal for all attempts. */
  readonly step: string
}

/** The payer of a run's call. */
export interface RunPayer extends Payer {
  readonly runId: string
}

/** The ids of the budgets that a call is charged to; null if its row has none. */
export interface ScopeIds {
  readonly workspaceId: string
  readonly projectId?: string | null | undefined
  readonly cycleId?: string | null | undefined
  readonly endpointId?: string | null | undefined
}

/** Returns the budgets that a call is charged to, in the order of their locks: the busiest row last. */
export const scopesOf = ({ workspaceId, projectId, cycleId, endpointId }: ScopeIds): readonly Scope[] => [
  ...(cycleId == null ? [] : [{ kind: 'cycle', id: cycleId } as const]),
  ...(projectId == null ? [] : [{ kind: 'project', id: projectId } as const]),
  { kind: 'workspace', id: workspaceId },
  ...(endpointId == null ? [instanceScope] : []),
]

const kindOrder: readonly ScopeKind[] = ['cycle', 'project', 'workspace', 'instance']

/** Sorts scopes in the order in which budgets are always locked: by kind, the busiest last, then by id. */
export const inLockOrder = <Of extends { readonly scope: Scope }>(all: readonly Of[]): Of[] => {
  const keyOf = ({ scope }: Of) => `${kindOrder.indexOf(scope.kind)} ${scope.id}`
  return all.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}

const remedies: Record<ScopeKind, string> = {
  cycle: "Raise the cycle's cap, or propose what is left as a new cycle.",
  project: "Raise the project's cap (costCapUsd), then run the cycle again.",
  workspace: 'Ask an owner of the workspace to raise its cap, then run the cycle again.',
  instance: 'Ask the operator of this instance to raise its cap, then run the cycle again.',
}

/** Returns the message for a call that a cap does not cover: the cap, its state, and what to do. */
export const capSentence = (kind: ScopeKind, budget: Budget, worstMicros: number): string =>
  `The ${kind}'s model budget of ${dollars(budget.capMicros ?? 0)} does not cover this call, which may cost up to ` +
  `${dollars(worstMicros)}: ${dollars(budget.spentMicros)} is spent and ${dollars(budget.reservedMicros)} is ` +
  `reserved for calls in flight. ${remedies[kind]}`

/** Returns the message for a call without a known price, in a budget that has a cap. */
export const unpricedSentence = (kind: ScopeKind, model: string): string =>
  `The ${kind} has a cost cap, and what the model ${model} costs is not known, so that the cap would not hold. ` +
  'Ask the operator of this instance to set its price (ATELIER_MODEL_INPUT_PRICE and ATELIER_MODEL_OUTPUT_PRICE; 0 says ' +
  'that it is free), or take the cap away.'

/** Thrown inside the transaction if a cap does not cover a call, so that reservations in other budgets roll back. */
export class CapReached extends Error {
  override readonly name = 'CapReached'
  readonly scope: Scope

  constructor(scope: Scope) {
    super(`${scope.kind} cap reached`)
    this.scope = scope
  }
}

/** Thrown for a call without a known price if one of its budgets has a cap. */
export class PriceUnknown extends Error {
  override readonly name = 'PriceUnknown'
  readonly scope: Scope

  constructor(scope: Scope) {
    super(`${scope.kind} has a cap, and the call no price`)
    this.scope = scope
  }
}
