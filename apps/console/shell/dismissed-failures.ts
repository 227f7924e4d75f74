import { useMemo, useSyncExternalStore } from 'react'
import { changedNames, type CycleFailure, isDismissedIn } from './dismissed-names.ts'

const key = 'atelier.dismissed'

const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const stored = () => localStorage.getItem(key) ?? ''

const keep = (failure: CycleFailure, isDismissed: boolean) => {
  try {
    localStorage.setItem(key, changedNames(stored(), failure, isDismissed))
  } catch {
    // A full store keeps nothing more; the failure goes on waiting.
  }
  tell()
}

/** A person has seen the failure: it waits for them no more, in this browser. */
export const dismissFailure = (failure: CycleFailure): void => keep(failure, true)
export const bringBackFailure = (failure: CycleFailure): void => keep(failure, false)

export const useDismissedFailures = (): ((failure: CycleFailure) => boolean) => {
  const text = useSyncExternalStore(subscribe, stored)
  return useMemo(() => isDismissedIn(text), [text])
}
