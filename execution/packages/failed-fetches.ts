import { performance } from 'node:perf_hooks'
import type { ObjectStore } from '../../platform/storage/index.ts'
import type { PhaseEnd } from './run-phase.ts'

const validMs = 5 * 60_000
const failuresMost = 1_000

interface FailedFetch {
  readonly end: PhaseEnd
  readonly at: number
}

const ofStore = new WeakMap<ObjectStore, Map<string, FailedFetch>>()

/**
 * The fetches that failed in the last minutes, by their input. A run asks for the same packages several times, over its
 * base, for its agent and over its change: if a registry is out of reach, it waits for that once.
 */
export const failedFetches = (objects: ObjectStore) => {
  const failures = ofStore.get(objects) ?? new Map<string, FailedFetch>()
  ofStore.set(objects, failures)
  return {
    find: (key: string): PhaseEnd | undefined => {
      const found = failures.get(key)
      if (!found || performance.now() - found.at > validMs) return undefined
      return { ...found.end, durationMs: 0, log: `${again}\n${found.end.log}` }
    },
    add: (key: string, end: PhaseEnd): void => {
      failures.delete(key)
      failures.set(key, { end, at: performance.now() })
      const [oldest] = failures.keys()
      if (failures.size > failuresMost && oldest !== undefined) failures.delete(oldest)
    },
    /** Forgets what failed under a prefix of names, so that it is tried again. */
    forget: (prefix: string): void => {
      for (const key of failures.keys()) if (key.startsWith(`${prefix}/`)) failures.delete(key)
    },
  }
}

const again = 'Not tried again: the same packages could not be fetched some minutes ago.'
