import { readFile } from 'node:fs/promises'
import { release } from 'node:os'
import { availableBytes } from './free-memory.ts'
import type { Controller } from './cgroup-hierarchies.ts'
import type { Command, DriverName, SandboxLimits } from './sandbox.ts'

export interface Machine {
  controllers: ReadonlySet<Controller>
  cgroupVersion: 1 | 2 | undefined
  isRoot: boolean
  /** Since Linux 5.14 the kernel counts a user's processes per user namespace, so that a bound on them fits a sandbox. */
  countsPerNamespace: boolean
  /** Hard limits of this process, which none of its children can pass; absent if unlimited. */
  hardLimits: Readonly<Record<string, number>>
  /** Memory that programs can still get before others have to go; undefined if the kernel does not report it. */
  availableBytes: () => Promise<number | undefined>
}

export const describeMachine = async (
  cgroups: { version: 1 | 2; controllers: ReadonlySet<Controller> } | undefined,
): Promise<Machine> => {
  const [major = 0, minor = 0] = release().split('.').map(Number)
  return {
    controllers: cgroups?.controllers ?? new Set(),
    cgroupVersion: cgroups?.version,
    isRoot: process.getuid?.() === 0,
    countsPerNamespace: major > 5 || (major === 5 && minor >= 14),
    hardLimits: hardLimitsIn(await readFile('/proc/self/limits', 'utf8').catch(() => '')),
    availableBytes,
  }
}

const limitNames = {
  cpu: 'Max cpu time',
  fsize: 'Max file size',
  data: 'Max data size',
  nproc: 'Max processes',
  nofile: 'Max open files',
  core: 'Max core file size',
}

const hardLimitsIn = (table: string) =>
  Object.fromEntries(
    Object.entries(limitNames).flatMap(([name, title]) => {
      const hard = new RegExp(`^${title} +\\S+ +(\\d+)`, 'm').exec(table)?.[1]
      return hard ? [[name, Number(hard)]] : []
    }),
  )

/** Processes that a sandbox needs for itself: the driver's, the first shell, and Node's threads when there is a bridge. */
export const ownProcesses = (hasEgress: boolean) => (hasEgress ? 20 : 6)

// Node 24 makes 512 MiB writable for code that it may compile, and uses little of it; the kernel counts all of it.
const reservedBytes = 768 * 1024 * 1024

// Bytes that wait in sockets and pipes are in no process's share: few of them hold little.
const descriptors = 4096

/**
 * The words that go before all others and keep the kernel from dumping a command's memory. A size of 1 byte also keeps
 * it from starting a program of `core_pattern`, which 0 does not; no process may go from 0 to 1. Source: fs/coredump.c
 * of Linux.
 */
export const coreWords = ({ hardLimits }: Machine): string[] => {
  const bytes = Math.min(1, hardLimits.core ?? 1)
  return ['prlimit', `--core=${bytes}:${bytes}`]
}

/** The words of `prlimit` that go before a command, run inside. Addresses are not bounded: Node reserves gigabytes. */
export const prlimitWords = (
  limits: SandboxLimits,
  machine: Machine,
  driver: DriverName,
  { fileSizeBytes = limits.fileSizeBytes }: Command,
): string[] => {
  const within = (name: string, value: number) => Math.floor(Math.min(value, machine.hardLimits[name] ?? Infinity))
  const cpuSeconds = Math.max(1, Math.ceil(limits.cpuSeconds))
  const words = ['prlimit', `--fsize=${within('fsize', fileSizeBytes)}`]
  words.push(`--cpu=${within('cpu', cpuSeconds)}:${within('cpu', cpuSeconds + 1)}`)
  if (!machine.controllers.has('memory')) {
    words.push(`--data=${within('data', limits.memoryBytes + reservedBytes)}`)
    words.push(`--nofile=${within('nofile', descriptors)}`)
  }
  if (boundsProcessesByUser(machine, driver)) words.push(`--nproc=${within('nproc', limits.processes)}`)
  return [...words, '--']
}

const boundsProcessesByUser = (machine: Machine, driver: DriverName) =>
  driver !== 'process' && !machine.isRoot && machine.countsPerNamespace && !machine.controllers.has('pids')

/** One sentence per limit, true on this machine. */
export const enforcedBy = (machine: Machine, driver: DriverName, filtered: boolean): string[] => {
  const group = `cgroup v${machine.cgroupVersion}`
  const has = (controller: Controller) => machine.controllers.has(controller)
  return [
    has('cpu') ? `CPU time: ${group}, all processes together; prlimit for each` : 'CPU time: prlimit, for each process',
    has('memory')
      ? `memory: ${group}, all processes together`
      : 'memory: prlimit for each process, with 768 MiB more for what Node reserves; their sum and what the machine or the container has left are looked at four times a second, and a process may open 4096 files',
    has('pids')
      ? `processes: ${group}`
      : boundsProcessesByUser(machine, driver)
        ? 'processes: prlimit in the sandbox’s own user namespace'
        : 'processes: counted four times a second, and stopped above the limit',
    'file size: prlimit',
    'disk: looked at four times a second, by free space first, then by find, with files that are open and unlinked',
    machine.hardLimits.core === 0
      ? 'core dumps: none as files; a program that core_pattern names is started'
      : 'core dumps: none',
    ...(driver === 'process' ? [] : ['inotify and fanotify: the sandbox’s own user namespace']),
    'wall time and output: the server',
    ...(driver === 'process' ? [] : [systemCallSentence(filtered, has('memory'))]),
  ]
}

/** Warnings for the operator of a machine where limits are not held together, with remedies. */
export const warningsOf = ({ controllers }: Machine): string[] =>
  controllers.has('memory')
    ? []
    : [
        'The memory of a sandbox has no bound that holds all its processes together, because no control group with a memory controller can be made here. One that takes the last free memory of the machine or the container is stopped within a quarter of a second or so. Run the server as a systemd service with Delegate=cpu memory pids, or let its container write its own control group.',
      ]

const systemCallSentence = (filtered: boolean, countsMemoryFiles: boolean) =>
  filtered
    ? `system calls: seccomp refuses keyrings, io_uring, BPF, leases, extended attributes, ${countsMemoryFiles ? '' : 'files in memory, '}and sockets other than Unix, IP and netlink`
    : `system calls: not filtered on ${process.arch}, whose call numbers are not known here`
