/** How long after so many failed attempts the next one waits: half a minute, doubled each time, an hour at most. */
export const retryPauseMs = (attempts: number): number => Math.min(30_000 * 2 ** (attempts - 1), 3_600_000)
