const firstWaitMs = 1_000
const longestWaitMs = 60_000

/** A program that ran for so long has started well: its next end counts as the first. */
const steadyMs = 60_000

/** How long to wait before a program is started again that ended, or failed to start, `failures` times in a row. */
export const backOffMs = (failures: number): number =>
  failures < 1 ? 0 : Math.min(firstWaitMs * 2 ** Math.min(failures - 1, 16), longestWaitMs)

/** The failures in a row, with one more after a program that ran for `ranMs`. */
export const failuresAfter = (failures: number, ranMs: number): number => (ranMs >= steadyMs ? 1 : failures + 1)
