const atOnce = 1_000

/**
 * Removes in small transactions until fewer are found than were asked for, or `signal` aborts; returns how many.
 * `remove` removes at most `limit` rows and returns how many it removed.
 */
export const sweep = async (remove: (limit: number) => Promise<number>, signal: AbortSignal): Promise<number> => {
  let all = 0
  let last = atOnce
  while (last === atOnce && !signal.aborted) {
    last = await remove(atOnce)
    all += last
  }
  return all
}
