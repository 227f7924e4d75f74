import { setTimeout as delay } from 'node:timers/promises'
import type { ObjectStore } from './objects.ts'

const askEveryMs = 5_000
const waitMs = 1_000

/** Whether an object store answers, asked at most every five seconds; a store that is silent for a second is away. */
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
