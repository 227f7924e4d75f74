/** The outcome of a model call; a refused one was never sent. */
export const callOutcomes = ['finished', 'failed', 'open', 'abandoned', 'refused'] as const
export type CallOutcome = (typeof callOutcomes)[number]

/** The use of a run's calls. */
export interface RunUse {
  readonly runId: string
  readonly calls: number
  readonly unpricedCalls: number
  readonly estimatedCalls: number
  readonly inputTokens: number
  readonly outputTokens: number
  readonly costMicros: number
}

interface UseSum extends Omit<RunUse, 'runId'> {
  readonly runs: number
}

/** The use of several runs together; a run counts once, with any number of tasks. */
export const sumOf = (used: readonly RunUse[]): UseSum => {
  const total = (of: (one: RunUse) => number) => used.reduce((sum, one) => sum + of(one), 0)
  return {
    runs: new Set(used.map(({ runId }) => runId)).size,
    calls: total(({ calls }) => calls),
    unpricedCalls: total(({ unpricedCalls }) => unpricedCalls),
    estimatedCalls: total(({ estimatedCalls }) => estimatedCalls),
    inputTokens: total(({ inputTokens }) => inputTokens),
    outputTokens: total(({ outputTokens }) => outputTokens),
    costMicros: total(({ costMicros }) => costMicros),
  }
}

/** The use of each cycle's runs, the most expensive first; runs of other cycles are left out. */
export const sumsByCycle = (used: readonly RunUse[], cycleOfRun: ReadonlyMap<string, string>): [string, UseSum][] => {
  const groups = Map.groupBy(used, ({ runId }) => cycleOfRun.get(runId))
  const sums = [...groups].flatMap(([cycleId, some]): [string, UseSum][] =>
    cycleId === undefined ? [] : [[cycleId, sumOf(some)]],
  )
  return sums.sort(([, one], [, other]) => other.costMicros - one.costMicros || other.calls - one.calls)
}
