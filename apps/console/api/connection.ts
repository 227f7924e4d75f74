import { useSyncExternalStore } from 'react'
import { openListeners } from '../store.ts'

const shownAfterMs = 3_000

/** Pause before the server is asked again whether it answers, after `failures` tries without an answer. */
export const probePauseMs = (failures: number): number => Math.min(500 * 2 ** failures, 4_000)

/**
 * Whether the server is reached. A loss counts as shown after three seconds: a connection that is back before is not worth
 * a word. From the first sign of a loss `probe` asks whether the server answers, until it does or a request succeeds.
 */
export const openConnection = (probe: () => Promise<boolean>) => {
  const { subscribe, notify: notifyShown } = openListeners()
  const { subscribe: onBack, notify: notifyBack } = openListeners()
  let isShown = false
  let loss: AbortController | undefined

  const show = (isNow: boolean) => {
    if (isShown === isNow) return
    isShown = isNow
    notifyShown()
  }
  const isBack = () => {
    if (!loss) return
    loss.abort()
    loss = undefined
    show(false)
    notifyBack()
  }
  const watch = (signal: AbortSignal, failures: number) => {
    const ask = async () => {
      const isThere = await probe()
      if (signal.aborted) return
      if (isThere) isBack()
      else watch(signal, failures + 1)
    }
    const timer = setTimeout(() => void ask(), probePauseMs(failures))
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true })
  }
  const isLost = () => {
    if (loss) return
    loss = new AbortController()
    const { signal } = loss
    const timer = setTimeout(() => show(true), shownAfterMs)
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true })
    watch(signal, 0)
  }
  /** Waits until the server is reached, at most `limitMs`; false when it was not. */
  const untilBack = (limitMs: number): Promise<boolean> => {
    if (!loss) return Promise.resolve(true)
    return new Promise((resolve) => {
      const end = (isReached: boolean) => {
        clearTimeout(timer)
        forget()
        resolve(isReached)
      }
      const forget = onBack(() => end(true))
      const timer = setTimeout(() => end(false), limitMs)
    })
  }
  return {
    isLost,
    isBack,
    onBack,
    untilBack,
    isReached: () => loss === undefined,
    isShownAsLost: () => isShown,
    subscribe,
  }
}

const askHealth = async (): Promise<boolean> => {
  try {
    const answer = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(5_000) })
    return answer.ok
  } catch {
    return false
  }
}

export const connection = openConnection(askHealth)

export const useIsLost = (): boolean => useSyncExternalStore(connection.subscribe, connection.isShownAsLost)
