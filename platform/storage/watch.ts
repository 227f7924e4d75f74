import { setTimeout as delay } from 'node:timers/promises'
import type { ObjectStore } from './objects.ts'

const askEveryMs = 5_000
const waitMs = 1_000

/**
 * Whether an object store answers: it is asked at most every five seconds, for any number of callers; a store that does
 * not answer for a second counts as away until it answers.
 */
export const watchStorage = (objects: Pick<ObjectStore, 'has'>, everyMs = askEveryMs): (() => Promise<boolean>) => {
  let askedAtMs = -Infinity
  let isAsking = false
  let answer = Promise.resolve(true)
  const ask = async () => {
    try {
      await objects.has('probe')
      return true
    } catch {
      return false
    } finally {
      isAsking = false
      askedAtMs = performance.now()
    }
  }
  return async () => {
    if (!isAsking && performance.now() - askedAtMs >= everyMs) {
      isAsking = true
      answer = ask()
    }
    const waiting = new AbortController()
    const late = delay(waitMs, false, { signal: waiting.signal }).catch(() => false)
    try {
      return await Promise.race([answer, late])
    } finally {
      waiting.abort()
    }
  }
}
