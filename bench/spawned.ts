import { subscribe } from 'node:diagnostics_channel'
import type { ChildProcess } from 'node:child_process'
import { cpuTime } from '../testing/runner/costs.ts'

/** The cost of a piece of work: processes by their purpose, and CPU time of this process and of all that ended. */
export interface Cost {
  readonly ms: number
  readonly cpuMs: number
  /** Commands that were started in a sandbox. */
  readonly sandboxed: number
  readonly git: number
  readonly other: number
}

const counts = { sandboxed: 0, git: 0, other: 0 }

// This thread alone: processes of other threads are in the CPU time alone.
subscribe('child_process', (message) => {
  const { process: child } = message as { readonly process: ChildProcess }
  // The arguments are set after the announcement.
  process.nextTick(() => (counts[kindOf(child.spawnargs)] += 1))
})

/** Every command of a sandbox begins with its bound on core dumps, every git with its bound on memory. */
const kindOf = ([program, , script]: readonly string[]): keyof typeof counts => {
  if (program === 'prlimit') return 'sandboxed'
  return program === 'git' || script?.endsWith('exec git "$@"') ? 'git' : 'other'
}

const cpuMsByNow = () => {
  const { ownMs, childrenMs } = cpuTime()
  return ownMs + childrenMs
}

/** The cost of `work`; `after` is awaited and counts too, except its time. */
export const costOf = async (work: () => unknown, after: () => unknown = () => undefined): Promise<Cost> => {
  const before = { ...counts }
  const cpuBefore = cpuMsByNow()
  const began = performance.now()
  await work()
  const ms = performance.now() - began
  await after()
  return {
    ms,
    cpuMs: cpuMsByNow() - cpuBefore,
    sandboxed: counts.sandboxed - before.sandboxed,
    git: counts.git - before.git,
    other: counts.other - before.other,
  }
}
