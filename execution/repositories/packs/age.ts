/** Milliseconds since a time of the file system, whose fractions the clock does not have: never below zero for the past. */
export const ageMs = (timeMs: number): number => Date.now() - Math.floor(timeMs)
