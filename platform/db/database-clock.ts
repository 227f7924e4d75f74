/** The time of the database, as far as this process knows it without a question. */
export interface DatabaseClock {
  /** Sets the time of a transaction that began just now. */
  setTime(time: Date): void
  now(): Date
}

/**
 * Continues from the last time of the database by a clock that no person sets; before the first one it is the time of
 * this machine. So processes on machines whose clocks differ agree on the time, which a token of a minute needs.
 */
export const openDatabaseClock = (machine = () => Date.now(), elapsed = () => performance.now()): DatabaseClock => {
  let aheadMs: number | undefined
  return {
    setTime: (time) => void (aheadMs = time.getTime() - elapsed()),
    now: () => new Date(aheadMs === undefined ? machine() : aheadMs + elapsed()),
  }
}
