import { setTimeout as delay } from 'node:timers/promises'
import { takeCensus } from './process-census.ts'
import type { DiskChecks } from './disk.ts'
import { ownProcesses, type Machine } from './resource-limits.ts'
import type { SandboxLimits, StopReason } from './sandbox.ts'
import type { StartedCommand } from './started-command.ts'

const everyMs = 250

export interface Oversight {
  limits: SandboxLimits
  machine: Machine
  hasEgress: boolean
  disk: DiskChecks
  isMemoryShort: () => Promise<boolean>
}

/** Looks at a running command four times a second, and calls `stop` with the first limit that it has passed. */
export const oversee = async (
  started: StartedCommand,
  oversight: Oversight,
  stop: (reason: StopReason) => void,
  until: AbortSignal,
): Promise<void> => {
  const isOver = () => until.aborted
  while (!isOver()) {
    await delay(everyMs, undefined, { signal: until, ref: false }).catch(() => {})
    if (isOver()) return
    const reason = await passedLimit(started, oversight).catch(() => undefined)
    if (reason && !isOver()) {
      stop(reason)
      return
    }
  }
}

const passedLimit = async (
  { pid, group, togetherPassed }: StartedCommand,
  oversight: Oversight,
): Promise<StopReason | undefined> => {
  const { limits, machine } = oversight
  if (group && (await group.oomKills()) > 0) return 'memory'
  if (group && (await group.cpuSeconds()) > limits.cpuSeconds) return 'cpu-time'
  const together = togetherPassed?.()
  if (together) return together
  if (pid && (!machine.controllers.has('memory') || !machine.controllers.has('pids'))) {
    const census = await takeCensus(pid)
    if (census.memoryBytes > limits.memoryBytes) return 'memory'
    if (census.processes > limits.processes + ownProcesses(oversight.hasEgress)) return 'processes'
  }
  if (!machine.controllers.has('memory') && (await oversight.isMemoryShort())) return 'memory'
  return (await oversight.disk.isFull(pid)) ? 'disk' : undefined
}
