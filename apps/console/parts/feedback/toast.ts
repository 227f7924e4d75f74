import { useSyncExternalStore } from 'react'
import type { UndoWords } from '../../words/undo/index.ts'

/** A way back from a change, offered with the sentence about it. */
export interface Undo {
  readonly words: Pick<UndoWords, 'undo' | 'done' | 'failed'>
  readonly act: () => Promise<unknown>
}

interface WaitingToast {
  readonly message: string
  readonly undo: Undo | undefined
}

const listeners = new Set<() => void>()
let waiting: readonly WaitingToast[] = []

const setWaiting = (toasts: readonly WaitingToast[]) => {
  waiting = toasts
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * Shows in a line that something succeeded out of sight, longer if it offers a way back. Errors show at their place.
 */
export const toast = (message: string, undo?: Undo): void => setWaiting([...waiting, { message, undo }])

/** Toasts that are not shown yet. */
export const useWaitingToasts = (): readonly WaitingToast[] => useSyncExternalStore(subscribe, () => waiting)

/** Hands over the waiting toasts to be shown. */
export const takeWaitingToasts = (): readonly WaitingToast[] => {
  const taken = waiting
  if (taken.length > 0) setWaiting([])
  return taken
}
