import { readFileSync } from 'node:fs'
import type { Processes } from './processes.ts'

/** How fast projects are worked from now on, and how much memory that takes of each server and of this process. */
export const paceOf = ({ running }: Processes) => {
  const since = performance.now()
  return (projects: number) => {
    const minutes = (performance.now() - since) / 60_000
    return {
      projects,
      minutes: rounded(minutes),
      projectsPerMinute: rounded(projects / minutes),
      serverMemoriesMb: running().map(memoryMb),
      ownMemoryMb: memoryMb(process.pid),
    }
  }
}

const rounded = (value: number) => Number(value.toFixed(1))

/** Zero for a process that ended. */
const memoryMb = (pid: number) => {
  try {
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024)
  } catch {
    return 0
  }
}
