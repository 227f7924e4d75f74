import { useSyncExternalStore } from 'react'

/** The listeners of something that changes outside of React, as `useSyncExternalStore` subscribes them. */
export const openListeners = () => {
  const listeners = new Set<() => void>()
  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    notify: (): void => {
      for (const listener of listeners) listener()
    },
  }
}

/** A value outside of React, with a hook that draws again after each change. */
export const openStore = <Value>(first: Value) => {
  const { subscribe, notify } = openListeners()
  let value = first
  const now = () => value
  return {
    now,
    useValue: (): Value => useSyncExternalStore(subscribe, now),
    set: (next: Value): void => {
      value = next
      notify()
    },
  }
}
