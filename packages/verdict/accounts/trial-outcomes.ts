import { jsonObject } from '../../foreign-json/index.ts'

/** The result of the tests without a part. `unrun`: none passes over the change itself. `untried`: no time was left. */
export type TrialOutcome = 'needed' | 'own' | 'survived' | 'unrun' | 'untried'

/** Bounds of a result: programs of the change could have written it. */
const limits = { textChars: 8 * 2 ** 20, lineChars: 1_000, lines: 20_000 } as const
const outcomes: readonly string[] = ['needed', 'own', 'survived', 'unrun']

/**
 * The result of each trial by the result of a run, and the place of the way to run tests that noticed it. A trial that
 * the result does not name is untried.
 */
export const resultsOf = (result: string | undefined, count: number, nonce: string) => {
  const results = new Map<number, { readonly outcome: TrialOutcome; readonly way: number | undefined }>()
  for (const line of (result ?? '').slice(0, limits.textChars).split('\n', limits.lines)) {
    const record = recordIn(line, nonce)
    if (record && outcomes.includes(record.stage) && !results.has(record.trial))
      results.set(record.trial, { outcome: record.stage as TrialOutcome, way: record.way })
  }
  return Array.from({ length: count }, (_, at) => results.get(at) ?? { outcome: 'untried' as const, way: undefined })
}

const recordIn = (line: string, nonce: string) => {
  if (!line.startsWith('{') || line.length > limits.lineChars) return undefined
  const { probe, stage, trial, detail } = jsonObject(line) ?? {}
  const way = typeof detail === 'number' && detail >= 0 ? detail : undefined
  return probe === nonce && typeof stage === 'string' && typeof trial === 'number' ? { stage, trial, way } : undefined
}
