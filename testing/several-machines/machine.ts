import { setTimeout as pause } from 'node:timers/promises'
import { ownerIn, type ServerProcess, startProcess } from '../crash/server-process.ts'
import type { SoakDisks } from './disks.ts'
import type { NetworkHost } from './network.ts'

/** One of several machines: processes over a disk that no other machine sees. */
export interface Machine {
  readonly name: string
  /** How many processes it has. */
  readonly count: number
  readonly owner: Owner
  /** For how long a process of it has been starting; 0 if none is. */
  startingMs(): number
  /** Those that take requests. */
  servers(): readonly ServerProcess[]
  /** Ends a process by kill -9, and starts it again. */
  kill(at: number): Promise<void>
  /** Ends all processes and takes the disk away; the machine begins again with an empty one. */
  lose(): Promise<void>
  freeze(at: number): void
  wake(at: number): void
  /** Ends them in good order. */
  stop(): Promise<void>
  end(): Promise<void>
  /** Rejects when a process ended by itself. */
  readonly failed: Promise<never>
}

/** The first owner of the instance. */
type Owner = Awaited<ReturnType<typeof ownerIn>>

export interface MachinePlace {
  readonly name: string
  readonly host: NetworkHost
  readonly disks: SoakDisks
  readonly settings: Readonly<Record<string, string>>
  readonly roles: readonly ('all' | 'server' | 'worker')[]
  /** The first owner, for a machine that joins another one. */
  readonly owner?: Owner
}

interface Running {
  readonly process: ServerProcess
  readonly role: string
  isExpectedToEnd: boolean
}

export const startMachine = async ({
  name,
  host,
  disks,
  settings,
  roles,
  owner: known,
}: MachinePlace): Promise<Machine> => {
  const failed = Promise.withResolvers<never>()
  failed.promise.catch(() => undefined)
  let disk = await disks.add()
  let isOver = false
  let owner = known
  let startingSince: number | undefined
  const start = async (role: string, tries = 40): Promise<Running> => {
    startingSince ??= performance.now()
    try {
      const all = { ...settings, ATELIER_HOST: host.address, ATELIER_ROLE: role }
      const process = await startProcess(disk, all, { within: host.within, ...owner })
      owner ??= await ownerIn(disk)
      const running: Running = { process, role, isExpectedToEnd: false }
      process.ended.then(
        (how) => !running.isExpectedToEnd && failed.reject(new Error(`A ${role} of ${name} ended by itself: ${how}`)),
        () => undefined,
      )
      startingSince = undefined
      return running
    } catch (error) {
      // The database, the bucket or the network may be away at that moment.
      if (tries === 1 || isOver) throw error
      await pause(1_000)
      return start(role, tries - 1)
    }
  }
  const startAll = async () => {
    const [first, ...others] = roles
    // The first one makes the machine, and on the first machine the owner.
    return [await start(first!), ...(await Promise.all(others.map((role) => start(role))))]
  }
  let running = await startAll()
  const end = async (one: Running) => {
    one.isExpectedToEnd = true
    await one.process.kill()
  }
  return {
    name,
    count: roles.length,
    owner: owner!,
    startingMs: () => (startingSince === undefined ? 0 : performance.now() - startingSince),
    servers: () => running.filter(({ role }) => role !== 'worker').map(({ process }) => process),
    kill: async (at) => {
      await end(running[at]!)
      running[at] = await start(roles[at]!)
    },
    lose: async () => {
      await Promise.all(running.map(end))
      await disks.lose(disk)
      disk = await disks.add()
      running = await startAll()
    },
    freeze: (at) => running[at]!.process.freeze(),
    wake: (at) => running[at]!.process.wake(),
    stop: async () => {
      isOver = true
      for (const one of running) one.isExpectedToEnd = true
      await Promise.all(running.map(({ process }) => process.stop()))
    },
    end: async () => {
      isOver = true
      await Promise.all(running.map(end))
    },
    failed: failed.promise,
  }
}
