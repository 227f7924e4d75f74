const gatherMs = 250

/**
 * Carries something out soon after it was asked for, one at a time: what is asked for meanwhile counts as one, and
 * comes after it. A read under way is so never begun anew, and the last one began behind the last event.
 */
export const coalesce = (act: () => Promise<unknown>, waitMs = gatherMs): { ask(): void; end(): void } => {
  let isAsked = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let isActing = false
  const begin = () => {
    timer = undefined
    isAsked = false
    isActing = true
    void act().finally(() => {
      isActing = false
      if (isAsked) timer ??= setTimeout(begin, waitMs)
    })
  }
  return {
    ask: () => {
      isAsked = true
      if (!isActing) timer ??= setTimeout(begin, waitMs)
    },
    end: () => {
      clearTimeout(timer)
      isAsked = false
    },
  }
}
