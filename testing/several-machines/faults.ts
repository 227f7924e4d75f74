import { setTimeout as pause } from 'node:timers/promises'
import type { Chance } from '../simulation/chance.ts'
import type { Machine } from './machine.ts'

/** The machines and services that a fault may touch; a short run has less. */
export interface FaultTargets {
  readonly machines: readonly Machine[]
  readonly storage: (state: { readonly isDown?: boolean; readonly waitMs?: number }) => Promise<unknown>
  readonly network?: { cut(name: string): void; mend(name: string): void }
  readonly database?: { crash(awayMs: number): Promise<void>; failOver(): Promise<void> }
}

type Inject = (chance: Chance, targets: FaultTargets) => Promise<void>

const startMs = 12_000
// The lease of a step is ten seconds: half of these faults last longer.
const longMs = 14_000
const lasting = (chance: Chance) => (chance.is(0.5) ? longMs : 1_000 + chance.below(3_000))

const ofMachines = {
  kill: (chance, { machines }) => {
    const machine = chance.of(machines)
    return machine.kill(chance.below(machine.count))
  },
  'machine and disk': (chance, { machines }) => chance.of(machines).lose(),
  freeze: async (chance, { machines }) => {
    const machine = chance.of(machines)
    const at = chance.below(machine.count)
    machine.freeze(at)
    await pause(lasting(chance))
    machine.wake(at)
  },
  cut: async (chance, { machines, network }) => {
    const { name } = chance.of(machines)
    network!.cut(name)
    await pause(lasting(chance))
    network!.mend(name)
  },
} satisfies Readonly<Record<string, Inject>>

const aroundThem = {
  database: (chance, { database }) => database!.crash(chance.below(4_000)),
  failover: (_chance, { database }) => database!.failOver(),
  'storage away': async (chance, { storage }) => {
    await storage({ isDown: true })
    await pause(chance.is(0.2) ? longMs : 1_000 + chance.below(3_000))
    await storage({ isDown: false })
  },
  'storage waits': async (chance, { storage }) => {
    await storage({ waitMs: 1_500 })
    await pause(1_000 + chance.below(3_000))
    await storage({ waitMs: 0 })
  },
} satisfies Readonly<Record<string, Inject>>

export type Fault = keyof typeof ofMachines | keyof typeof aroundThem
export const faults: Readonly<Record<Fault, Inject>> = { ...ofMachines, ...aroundThem }

export type FaultCounts = Readonly<Partial<Record<Fault, number>>>

/**
 * Causes faults in the machines and, beside them, in what they use, one after another in each line, for so long; gives
 * how often each happened.
 */
export const injectFor =
  (chance: Chance, ms: number, log: (line: object) => void) =>
  async (targets: FaultTargets): Promise<FaultCounts> => {
    const endsAt = performance.now() + ms
    const counts: Partial<Record<Fault, number>> = {}
    // On a busy host a process could not start between two faults.
    const untilStarted = async () => {
      while (targets.machines.some((machine) => machine.startingMs() > startMs)) await pause(500)
    }
    const line = async (possible: readonly Fault[], own: Chance) => {
      for (;;) {
        await pause(500 + own.below(3_000))
        await untilStarted()
        const fault = own.of(possible)
        if (performance.now() > endsAt) return
        const since = performance.now()
        await faults[fault](own, targets)
        counts[fault] = (counts[fault] ?? 0) + 1
        log({ fault, ms: Math.round(performance.now() - since) })
      }
    }
    const { network, database } = targets
    await Promise.all([
      line(['kill', 'kill', 'machine and disk', 'freeze', ...(network ? (['cut'] as const) : [])], chance.apart(1)),
      line(
        ['storage away', 'storage waits', ...(database ? (['database', 'failover'] as const) : [])],
        chance.apart(2),
      ),
    ])
    return counts
  }
