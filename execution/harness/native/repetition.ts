/** One tool call with its answer, as text that is equal for equal calls. */
export type Fingerprint = string

const periodsMax = 3

/** How often the last calls did the same over and over: one call with one result, or two or three in turn. */
export const repetitions = (calls: readonly Fingerprint[]): number => {
  let most = 0
  for (let period = 1; period <= periodsMax; period += 1) {
    let same = 0
    while (same < calls.length && calls[calls.length - 1 - same] === calls[calls.length - 1 - (same % period)])
      same += 1
    most = Math.max(most, Math.floor(same / period))
  }
  return most
}

/** A warning follows the third time, the end the fifth. */
export const warnAfter = 3
export const endAfter = 5

/** The summary of work that ends because its calls, the newest last, repeat. */
export const repetitionSummary = (calls: readonly Fingerprint[]): string => {
  const [name] = JSON.parse(calls.at(-1)!) as [string]
  return `The agent went round in circles, the last time with ${name}.`
}

/** A call as text, independent of the order of its fields. */
export const fingerprintOf = (name: string, input: unknown, result: string): Fingerprint =>
  JSON.stringify([name, input, result], (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  )
