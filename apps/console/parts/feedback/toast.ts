import { openStore } from '../../store.ts'
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

const waiting = openStore<readonly WaitingToast[]>([])

/** Shows in a line that something succeeded out of sight, longer if it can be undone. Errors show at their place. */
export const toast = (message: string, undo?: Undo): void => waiting.set([...waiting.now(), { message, undo }])

/** Toasts that are not shown yet. */
export const useWaitingToasts = waiting.useValue

/** Hands over the waiting toasts to be shown. */
export const takeWaitingToasts = (): readonly WaitingToast[] => {
  const taken = waiting.now()
  if (taken.length > 0) waiting.set([])
  return taken
}
