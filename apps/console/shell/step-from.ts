/** The place after `at` in a list of `count`, which ends at both ends; -1 is before the first. */
export const stepFrom = (at: number, by: 1 | -1, count: number): number =>
  at === -1 ? (by === 1 ? 0 : count - 1) : Math.max(0, Math.min(count - 1, at + by))
