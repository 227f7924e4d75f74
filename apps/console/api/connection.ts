import { useSyncExternalStore } from 'react'

const shownAfterMs = 3_000
let lost = false
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

const set = (now: boolean) => {
  if (lost === now) return
  lost = now
  for (const listener of listeners) listener()
}

/** Whether the server is reached. A connection that is back within three seconds is not worth a word. */
export const connection = {
  isLost: () => {
    timer ??= setTimeout(() => set(true), shownAfterMs)
  },
  isBack: () => {
    clearTimeout(timer)
    timer = undefined
    set(false)
  },
}

export const useIsLost = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => lost,
  )
