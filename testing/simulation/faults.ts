import { setTimeout as pause } from 'node:timers/promises'
import type { startFakeS3 } from '../objects/s3.ts'
import type { Chance } from './chance.ts'
import type { Clock } from './clock.ts'
import { failureOf } from './failure-of.ts'
import { crashDatabase, type Processes } from './processes.ts'

export interface FaultTargets {
  readonly processes: Processes
  readonly storage: Awaited<ReturnType<typeof startFakeS3>>
  readonly databaseUrl: string
  /** That of the database, where it can be set. */
  readonly clock: Clock | undefined
}

const ofServers = ['kill', 'kill', 'freeze'] as const
const aroundThem = ['database', 'storage away', 'storage waits', 'clock'] as const
type Fault = (typeof ofServers | typeof aroundThem)[number]

/**
 * Causes a fault every few seconds in the servers, and in the services that they need, until it is ended; gives how
 * often each happened. `failed` rejects where it could not.
 */
export const injectFaults = (chance: Chance, place: FaultTargets) => {
  const around = aroundThem.filter((fault) => fault !== 'clock' || place.clock !== undefined)
  const lines = [inLine(ofServers, chance.apart(1), place), inLine(around, chance.apart(2), place)] as const
  return {
    failed: Promise.race(lines.map(({ failed }) => failed)),
    end: async (): Promise<Readonly<Record<string, number>>> =>
      Object.assign({}, ...(await Promise.all(lines.map(({ end }) => end())))),
  }
}

/** One after another. */
const inLine = (possible: readonly Fault[], chance: Chance, place: FaultTargets) => {
  const over = new AbortController()
  const counts = new Map<string, number>()
  const count = (what: string, more: number) => counts.set(what, (counts.get(what) ?? 0) + more)
  const work = (async () => {
    for (;;) {
      await pause(2_000 + chance.below(6_000), undefined, { signal: over.signal })
      const fault = chance.of(possible)
      const asked = place.storage.requests.length
      await inject(fault, chance, place)
      count(fault, 1)
      if (fault.startsWith('storage')) count(`requests that met ${fault}`, place.storage.requests.length - asked)
    }
  })().catch((error: unknown) => {
    if (!over.signal.aborted) throw error
  })
  return {
    failed: failureOf(work),
    end: async (): Promise<Readonly<Record<string, number>>> => {
      over.abort()
      await work
      return Object.fromEntries(counts)
    },
  }
}

const inject = async (
  fault: Fault,
  chance: Chance,
  { processes, storage, databaseUrl, clock }: FaultTargets,
): Promise<void> => {
  const at = chance.below(processes.count)
  if (fault === 'kill') return processes.kill(at)
  if (fault === 'database') return crashDatabase(databaseUrl)
  // Forward by more than two leases at most, or a little back.
  if (fault === 'clock') return clock!.shift(chance.is(0.6) ? 1 + chance.below(40) : -chance.below(20))
  if (fault === 'freeze') {
    processes.freeze(at)
    // Longer than the lease, half of the time.
    await pause(chance.is(0.5) ? 16_000 : 1_000)
    processes.wake(at)
    return
  }
  if (fault === 'storage away') storage.state.isDown = true
  else storage.state.waitMs = 1_500
  await pause(1_000 + chance.below(3_000))
  storage.state.isDown = false
  storage.state.waitMs = 0
}
