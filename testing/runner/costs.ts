import { appendFileSync, readFileSync } from 'node:fs'

const ticksPerSecond = 100

export interface CpuTime {
  /** The time of this process with all its threads. */
  readonly ownMs: number
  /** The time of its awaited children, theirs included. */
  readonly childrenMs: number
}

/** CPU time until now. Source: proc(5), `cutime`, `cstime`. */
export const cpuTime = (): CpuTime => {
  const { user, system } = process.cpuUsage()
  const stat = readFileSync('/proc/self/stat', 'utf8')
  const [ofUser, ofSystem] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(13, 15)
    .map(Number)
  return { ownMs: (user + system) / 1_000, childrenMs: ((ofUser! + ofSystem!) * 1_000) / ticksPerSecond }
}

/** The cost of a test file, as a line of the file that ATELIER_TEST_COSTS names: for `node bench/suite.ts`. */
export interface FileCost extends CpuTime {
  readonly file: string
  readonly ms: number
  readonly residentMiB: number
}

/** Begins to count for a file; call the result at its end, with the file's path. */
export const countCost = (): ((file: string) => void) => {
  const to = process.env.ATELIER_TEST_COSTS
  if (to === undefined) return () => undefined
  const before = cpuTime()
  const began = performance.now()
  return (file) => {
    const { ownMs, childrenMs } = cpuTime()
    const cost: FileCost = {
      file,
      ms: performance.now() - began,
      ownMs: ownMs - before.ownMs,
      childrenMs: childrenMs - before.childrenMs,
      residentMiB: process.memoryUsage.rss() / 2 ** 20,
    }
    appendFileSync(to, `${JSON.stringify(cost)}\n`)
  }
}
