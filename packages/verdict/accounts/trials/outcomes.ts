import { foreignJson } from '../../../foreign-json/index.ts'

/**
 * The result of the tests over a change without a part. `unrun`: none of them pass over the change as it is. `untried`:
 * the time was used.
 */
export type TrialOutcome = 'needed' | 'own' | 'survived' | 'unrun' | 'untried'

/** Bounds of a result: programs of the change could have written it. */
const limits = { textChars: 8 * 2 ** 20, lineChars: 1_000, lines: 20_000 } as const
const outcomes: readonly string[] = ['needed', 'own', 'survived', 'unrun']

/** The outcome of each trial by the result of a run. A trial that the result does not name is untried. */
export const outcomesOf = (result: string | undefined, count: number, nonce: string): readonly TrialOutcome[] => {
  const said = new Map<number, TrialOutcome>()
  const lines = (result ?? '').slice(0, limits.textChars).split('\n', limits.lines)
  for (const line of lines) {
    const record = recordIn(line, nonce)
    if (record && outcomes.includes(record.stage) && !said.has(record.trial))
      said.set(record.trial, record.stage as TrialOutcome)
  }
  return Array.from({ length: count }, (_, at) => said.get(at) ?? 'untried')
}

const recordIn = (line: string, nonce: string): { stage: string; trial: number } | undefined => {
  if (!line.startsWith('{') || line.length > limits.lineChars) return undefined
  try {
    const { probe, stage, trial } = foreignJson(line) as Record<string, unknown>
    return probe === nonce && typeof stage === 'string' && typeof trial === 'number' ? { stage, trial } : undefined
  } catch {
    return undefined
  }
}
