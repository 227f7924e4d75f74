/** The time of the database, as far as this process knows it without a question. */
export interface DatabaseClock {
  /** The time of a transaction that began just now. */
  learn(time: Date): void
  now(): Date
}

/**
 * Goes on from the last time that was learned, by a clock that no person sets; before the first one it is that of this
 * machine. Processes on machines whose clocks differ so agree on the time, which a token of a minute needs.
 */
export const openDatabaseClock = (machine = () => Date.now(), elapsed = () => performance.now()): DatabaseClock => {
  let aheadMs: number | undefined
  return {
    learn: (time) => {
      aheadMs = time.getTime() - elapsed()
    },
    now: () => new Date(aheadMs === undefined ? machine() : aheadMs + elapsed()),
  }
}
