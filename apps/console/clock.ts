import { useSyncExternalStore } from 'react'

const everyMs = 10_000
const listeners = new Set<() => void>()
let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined

const tell = () => {
  now = Date.now()
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  timer ??= setInterval(tell, everyMs)
  // A newly drawn component begins with its true age.
  if (Date.now() - now >= 1_000) tell()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** The present, to ten seconds: one timer for all that is drawn with it. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now)

/** The month that is `months` before the present month of UTC, in which reports count, as `2026-11`. */
export const monthBefore = (months: number): string => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months)).toISOString().slice(0, 7)
}
