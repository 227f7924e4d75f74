/** What the calls of one run used. */
export interface Used {
  readonly runId: string
  readonly calls: number
  readonly unpricedCalls: number
  readonly inputTokens: number
  readonly outputTokens: number
  readonly costMicros: number
}

export interface Sum extends Omit<Used, 'runId'> {
  readonly runs: number
}

/** What several runs used together; a run counts once, however many tasks it has. */
export const sumOf = (used: readonly Used[]): Sum => {
  const total = (of: (one: Used) => number) => used.reduce((sum, one) => sum + of(one), 0)
  return {
    runs: new Set(used.map(({ runId }) => runId)).size,
    calls: total(({ calls }) => calls),
    unpricedCalls: total(({ unpricedCalls }) => unpricedCalls),
    inputTokens: total(({ inputTokens }) => inputTokens),
    outputTokens: total(({ outputTokens }) => outputTokens),
    costMicros: total(({ costMicros }) => costMicros),
  }
}

/** What each cycle's runs used, the dearest first; runs of no cycle that is named are left out. */
export const sumsByCycle = (used: readonly Used[], cycleOfRun: ReadonlyMap<string, string>): [string, Sum][] => {
  const groups = Map.groupBy(used, ({ runId }) => cycleOfRun.get(runId))
  const sums = [...groups].flatMap(([cycleId, some]): [string, Sum][] =>
    cycleId === undefined ? [] : [[cycleId, sumOf(some)]],
  )
  return sums.sort(([, one], [, other]) => other.costMicros - one.costMicros || other.calls - one.calls)
}
