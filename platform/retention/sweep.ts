const atOnce = 1_000

/**
 * Removes in small transactions until fewer are found than were asked for, or `signal` aborts; gives how many.
 * `remove` takes at most `limit` away and says how many it took.
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
