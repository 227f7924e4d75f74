/** One tool call with what it answered, as text that is equal for equal calls. */
export type Fingerprint = string

const periodsMax = 3
const timesMax = 4

/**
 * Whether the last calls do the same thing over and over: one call with the same result four times, or two or three
 * calls in turn, four times round.
 */
export const isRepeating = (calls: readonly Fingerprint[]): boolean => {
  for (let period = 1; period <= periodsMax; period += 1) {
    const last = calls.slice(-period * timesMax)
    if (last.length === period * timesMax && last.every((call, at) => call === last[at % period])) return true
  }
  return false
}
