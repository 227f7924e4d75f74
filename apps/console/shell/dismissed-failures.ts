import { useMemo, useSyncExternalStore } from 'react'

const key = 'atelier.dismissed'
const failuresMost = 200

/** A failed cycle, and when it failed: a later failure of the same cycle waits again. */
export interface Failure {
  readonly id: string
  readonly statusChangedAt: string
}

const nameOf = ({ id, statusChangedAt }: Failure) => `${id} ${statusChangedAt}`

const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  // Another tab of this browser may dismiss one as well.
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

const stored = () => localStorage.getItem(key) ?? ''
const namesIn = (text: string) => text.split('\n').filter((name) => name !== '')

/** The newest names, with one more or without it; those that are too many fall out, the oldest first. */
export const changedNames = (text: string, failure: Failure, isDismissed: boolean): string => {
  const name = nameOf(failure)
  const others = namesIn(text).filter((one) => one !== name)
  return [...others, ...(isDismissed ? [name] : [])].slice(-failuresMost).join('\n')
}

const keep = (failure: Failure, isDismissed: boolean) => {
  try {
    localStorage.setItem(key, changedNames(stored(), failure, isDismissed))
  } catch {
    // A full store keeps nothing more; the failure goes on waiting.
  }
  tell()
}

/** A person has seen the failure: it waits for them no more, in this browser. */
export const dismissFailure = (failure: Failure): void => keep(failure, true)
export const bringBackFailure = (failure: Failure): void => keep(failure, false)

/** Whether a person has dismissed a failure in this browser. */
export const isDismissedIn = (text: string): ((failure: Failure) => boolean) => {
  const names = new Set(namesIn(text))
  return (failure) => names.has(nameOf(failure))
}

export const useDismissedFailures = (): ((failure: Failure) => boolean) => {
  const text = useSyncExternalStore(subscribe, stored)
  return useMemo(() => isDismissedIn(text), [text])
}
