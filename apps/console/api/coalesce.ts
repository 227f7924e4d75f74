const gatherMs = 100

/**
 * Runs an action soon after it was requested, one at a time: requests during a run count as one, and run after it. A
 * read under way is so never begun again, and the last one begins behind the last event.
 */
export const coalesce = (act: () => Promise<unknown>): (() => void) => {
  let isAsked = false
  let isBusy = false
  const begin = async () => {
    isBusy = true
    while (isAsked) {
      await new Promise((resolve) => setTimeout(resolve, gatherMs))
      isAsked = false
      await act()
    }
    isBusy = false
  }
  return () => {
    isAsked = true
    if (!isBusy) void begin()
  }
}
