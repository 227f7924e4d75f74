/** The time of the database, as far as this process knows it without a question. */
export type DatabaseClock = ReturnType<typeof openDatabaseClock>

/**
 * Continues from the last time of the database by a clock that no person sets; before the first one it is the time of
 * this machine. So processes on machines whose clocks differ agree on the time, which a token of a minute needs.
 */
export const openDatabaseClock = (machine = () => Date.now(), elapsed = () => performance.now()) => {
  let aheadMs: number | undefined
  return {
    /** Sets the time of a transaction that began just now. */
    setTime: (time: Date) => void (aheadMs = time.getTime() - elapsed()),
    now: () => new Date(aheadMs === undefined ? machine() : aheadMs + elapsed()),
  }
}
